-- How far a copy that is being filled has come: who goes on after an interruption asks its owner for the rest only. Gone when
-- the copy is filled. Not a column of bus.copies, whose rows a release before this takes for filled copies.
CREATE TABLE bus.copy_progress (
    name       text        PRIMARY KEY,
    -- Of the last row that was kept, as the owner orders them.
    cursor     text        NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
