"""A whole shop in one file, at one moment of all five databases, and back out of it into an empty one."""
