"""The JSON contracts, one file a command: the only place that spells their keys (`cli.md`)."""
