-- Why: of what an index works out there are no statistics until the next ANALYZE, and without them a search may read the whole table.
ANALYZE orders, customers;
