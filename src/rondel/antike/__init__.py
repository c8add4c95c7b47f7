"""The Antike family: one engine for four rulebooks, which differ in data and in the parts they have."""
