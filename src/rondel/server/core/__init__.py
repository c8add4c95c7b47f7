"""The authority over one table, without input or output: the match, its clock, what each audience sees."""
