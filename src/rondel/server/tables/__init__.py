"""The tables of one process: who looks at them, what pages ask of them, making and joining them."""
