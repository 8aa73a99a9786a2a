-- What imports made and changed, each product once, so that an import can be taken back: as the product was before, and the version
-- that it had after. Who changed the product since keeps what they made of it. Forgotten with the import, after a week.
CREATE TABLE import_changes (
    import_id  uuid NOT NULL,
    -- The part of the import that named the product first; it is undone with that.
    portion_id uuid NOT NULL,
    -- No reference: it stays known that a product was made and is gone.
    product_id uuid NOT NULL,
    line       integer NOT NULL CHECK (line >= 0),
    -- NULL: there was none, it was made.
    before     jsonb CHECK (jsonb_typeof(before) = 'object'),
    version    bigint NOT NULL CHECK (version > 0),
    undone     text CHECK (undone IN ('restored', 'removed', 'archived')),
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (import_id, product_id)
);
CREATE INDEX import_changes_portion ON import_changes (portion_id, line);
CREATE INDEX import_changes_changed ON import_changes (changed_at);

-- Products that are gone: search indexes that were away at that time learn it by the revision.
CREATE TABLE removed_products (
    product_id uuid PRIMARY KEY,
    revision   bigint NOT NULL CHECK (revision > 0)
);
CREATE INDEX removed_products_revision ON removed_products (revision);
