"""A second, deliberately simple generator of decisions that confirms the engine."""
