-- Why: every search index and cache follows the catalogue by one number. A writer takes this row last, just
-- before it commits, so revisions become visible in the order of their numbers and a reader that stands at N
-- never misses one below N. A sequence could not promise that: its numbers commit in any order.
CREATE TABLE revision (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    current  bigint NOT NULL CHECK (current >= 0)
);
INSERT INTO revision (current) VALUES (0);
