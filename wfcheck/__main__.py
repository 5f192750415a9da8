"""`python -m wfcheck`."""

from wfcheck.cli.app import main

main()
