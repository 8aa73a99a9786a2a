-- Why: a merchant describes every telephone by the same features: a set names them, so that a product takes them over at once. It
-- is the staff's own help and no shopper sees it; products know nothing of sets. Data sheets have an order of their own, so that
-- `place` only numbers the features of a set and bounds them to as many as a data sheet takes.
CREATE TABLE feature_sets (
    id      uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    name    text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 100)
);
CREATE UNIQUE INDEX feature_sets_name ON feature_sets (lower(name));
CREATE TABLE feature_set_members (
    set_id     uuid NOT NULL REFERENCES feature_sets (id) ON DELETE CASCADE,
    place      integer NOT NULL CHECK (place BETWEEN 0 AND 99),
    feature_id uuid NOT NULL REFERENCES features (id) ON DELETE CASCADE,
    PRIMARY KEY (set_id, place),
    UNIQUE (set_id, feature_id)
);
CREATE INDEX feature_set_members_by_feature ON feature_set_members (feature_id);
