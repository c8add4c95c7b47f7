"""What computer players know of the Antike family."""
