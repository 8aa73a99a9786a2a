-- Why: an import is undone from its last change to its first, so that what one product gave up and another took is free again. Numbers grow
-- with the changes of all imports; of those that were noted before, which have none, the line tells.
CREATE SEQUENCE import_change_numbers;
ALTER TABLE import_changes ADD COLUMN number bigint NOT NULL DEFAULT 0;
