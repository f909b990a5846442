"""`python -m boxscribe` runs the command `boxscribe`."""

from boxscribe.cli import main

main()
