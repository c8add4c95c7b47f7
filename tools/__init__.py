"""Tools of the maintainers: golden files, tables, long runs, board making."""
