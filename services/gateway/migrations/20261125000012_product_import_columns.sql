-- What the columns of files of products are: what one of the staff said of a file holds for the next with the same heads, whoever
-- brings it. Those that were used last are kept.
CREATE TABLE product_import_columns (
    -- SHA-256 of the heads.
    key      bytea PRIMARY KEY CHECK (octet_length(key) = 32),
    heads    jsonb NOT NULL CHECK (jsonb_typeof(heads) = 'array'),
    meanings jsonb NOT NULL CHECK (jsonb_typeof(meanings) = 'array'),
    used_at  timestamptz NOT NULL
);
CREATE INDEX product_import_columns_used ON product_import_columns (used_at);
