"""The project root, path resolution, and the only reader of files (C-1.5)."""
