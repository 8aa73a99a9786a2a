"""One module per sub-command: `configure` adds its arguments, `run` does it and returns the exit code."""
