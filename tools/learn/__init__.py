"""Training of the nets that `learned` judges by: self-play, samples, fitting, matches, rounds. See docs/learning.md."""
