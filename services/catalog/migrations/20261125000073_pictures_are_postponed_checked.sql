-- no-transaction
-- Why: the rows that were there before have the default.
ALTER TABLE remote_pictures VALIDATE CONSTRAINT remote_pictures_postponed_check;
