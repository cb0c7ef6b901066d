"""What came of calls that were wrong: whether they were refused, by whom, and what the refusal tells a model to do."""
