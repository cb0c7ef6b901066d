"""JSON Schemas that nobody vouches for: what is wrong with one, and with a value by it. Nothing makes this hang."""
