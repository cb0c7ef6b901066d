"""The guard: between a client and a server, it refuses the calls that an audit found unbounded."""
