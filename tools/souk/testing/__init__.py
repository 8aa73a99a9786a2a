"""What `./souk test` does: one module per part, each adding to the tally."""
