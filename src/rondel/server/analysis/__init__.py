"""What is worked out about games beside play: reviews of finished ones, and the analysis board."""
