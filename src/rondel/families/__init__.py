"""The families of this package, one declaration each."""
