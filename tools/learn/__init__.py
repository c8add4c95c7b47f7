"""Training of the nets of the bot `learned`: self-play, samples, fitting, matches, rounds. See docs/learning.md."""
