"""One family of indicators per file: each is told of calls, texts and tasks in order, and says what they come to."""
