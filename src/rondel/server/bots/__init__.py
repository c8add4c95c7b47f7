"""Computer players at work in processes of their own."""
