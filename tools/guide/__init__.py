"""The pictures of the illustrated rules: `python -m tools.guide` draws them all into docs/guide/img."""
