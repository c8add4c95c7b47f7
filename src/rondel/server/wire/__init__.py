"""Everything that travels or is kept, as Structs, and the closed codes of refusals."""
