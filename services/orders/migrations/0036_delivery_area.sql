-- Where the shop delivers is edited as one thing: of two who save it at once, the later one is told. What of it is open stays with
-- the wilayas and communes themselves, where checkout reads it.
CREATE TABLE delivery_area (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- 1 as the places were seeded, one more with each change.
    version  bigint NOT NULL CHECK (version >= 1)
);
INSERT INTO delivery_area (version) VALUES (1);
