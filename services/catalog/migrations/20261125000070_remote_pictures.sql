-- Pictures that files of products name by their addresses on other servers: fetched beside the calls, one row for each of a product's,
-- which is how the same address is fetched once and how an import tells what became of its pictures. Forgotten some months after.
CREATE TABLE remote_pictures (
    number       bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    product_id   uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    address      text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 2000),
    -- The import that named it last, and where in its file.
    import_id    uuid NOT NULL,
    line         integer NOT NULL CHECK (line >= 0),
    position     integer NOT NULL CHECK (position >= 0),
    -- Combinations that it shows; none: the product.
    combinations uuid[] NOT NULL DEFAULT '{}',
    -- Who imported it, as long as it waits.
    asked_by     jsonb,
    state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'had', 'refused')),
    -- Why it can't be had.
    code         text NOT NULL DEFAULT '' CHECK (char_length(code) <= 100),
    tries        integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
    -- Nobody asks for it before; who does puts it off until the time that it may take is over.
    due_at       timestamptz NOT NULL,
    -- What it became, until that is taken away from the product.
    image_id     uuid REFERENCES images (id) ON DELETE SET NULL,
    -- Whether the product got the picture by it: an undo takes it away again.
    is_new       boolean NOT NULL DEFAULT false,
    PRIMARY KEY (product_id, address),
    CHECK ((state = 'waiting') = (asked_by IS NOT NULL)),
    CHECK ((state = 'refused') = (code <> ''))
);
CREATE INDEX remote_pictures_due ON remote_pictures (due_at) WHERE state = 'waiting';
CREATE INDEX remote_pictures_import ON remote_pictures (import_id, state, number);
CREATE INDEX remote_pictures_image ON remote_pictures (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX remote_pictures_settled ON remote_pictures (due_at) WHERE state <> 'waiting';
