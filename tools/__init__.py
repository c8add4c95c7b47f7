"""Tools for maintainers: golden files, tables, long runs, board making."""
