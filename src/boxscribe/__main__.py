"""`python -m boxscribe` is the command `boxscribe`."""

from boxscribe.cli import main

main()
