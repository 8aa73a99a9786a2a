-- What a job found to be so already, by whomever, is done and yet not changed by it: its undo leaves that alone. Workers of the release
-- before say it of none.
ALTER TABLE job_rows ADD COLUMN changed boolean NOT NULL DEFAULT true;
