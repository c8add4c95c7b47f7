"""The tables of one process: their viewers, the requests of pages, making and joining them."""
