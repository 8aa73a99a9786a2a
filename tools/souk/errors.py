"""The one error that the command shows to its user without a traceback."""


class Refusal(Exception):
    """The command can't go on; its text says why and what to do about it."""
