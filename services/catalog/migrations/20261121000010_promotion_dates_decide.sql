-- Why: whether a promotion is in force is said by its dates and the moment; nobody reads `in_force` any more. It stays, with a
-- default, for as long as a replica of the release before may write it.
ALTER TABLE promotions ALTER COLUMN in_force SET DEFAULT false;
