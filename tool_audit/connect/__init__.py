"""Reaching a server: `connection.connect(spec, limits)` yields a Connection that answers calls, come what may."""
