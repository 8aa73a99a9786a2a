-- no-transaction
-- Why: the index of the file before says it of what is always the same alone.
DROP INDEX CONCURRENTLY IF EXISTS pack_components_once;
