-- Why: shoppers type a brand in Latin letters that stands in Arabic ones in the shop, or say "lave-linge" of what is called "machine à laver".
-- The merchant says which words mean the same. All of them are read at once, so there are few: 200 groups of 12 words.
CREATE TABLE synonym_groups (
    id         uuid PRIMARY KEY,
    version    bigint      NOT NULL CHECK (version > 0),
    -- One of the 200 that there can be.
    place      smallint    NOT NULL UNIQUE CHECK (place BETWEEN 1 AND 200),
    updated_at timestamptz NOT NULL
);

CREATE TABLE synonym_words (
    group_id uuid     NOT NULL REFERENCES synonym_groups (id) ON DELETE CASCADE,
    -- In the order in which they were written.
    place    smallint NOT NULL CHECK (place BETWEEN 1 AND 12),
    written  text     NOT NULL CHECK (char_length(written) BETWEEN 1 AND 40),
    -- As the search compares it, its words with a space between them: it is in one group alone.
    compared text     NOT NULL UNIQUE
        CHECK (char_length(compared) BETWEEN 1 AND 40 AND cardinality(string_to_array(compared, ' ')) <= 3),
    PRIMARY KEY (group_id, place)
);
