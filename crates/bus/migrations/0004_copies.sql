-- Which copies of other services' data were filled from their owner's stream (design 4). Not told from the copy being
-- empty: an event that comes before the stream is read makes it hold something, and the rest would be missing for ever.
CREATE TABLE bus.copies (
    name      text        PRIMARY KEY,
    filled_at timestamptz NOT NULL DEFAULT now()
);
