"""Lets `python -m rondel` run the command line."""

import sys

from rondel.cli.main import main

sys.exit(main())
