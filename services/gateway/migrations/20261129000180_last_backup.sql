-- Why: nobody notices a backup that is no longer made. `./souk backup` writes here, at its end, of which moment its file is; one row, and
-- none before the first. It is in no backup of its own: a shop that was put back knows the one before.
CREATE TABLE last_backup (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    taken_at timestamptz NOT NULL,
    -- Of the whole file.
    bytes    bigint NOT NULL CHECK (bytes > 0)
);
