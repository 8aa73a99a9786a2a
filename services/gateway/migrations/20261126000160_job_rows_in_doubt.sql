-- Why: a row whose call's answer was lost may have been changed by it; one that was refused in so many words was not, and who finds it
-- changed then leaves it to whoever did. Workers of the release before say it of none.
ALTER TABLE job_rows ADD COLUMN in_doubt boolean NOT NULL DEFAULT false;
