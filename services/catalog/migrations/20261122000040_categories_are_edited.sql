-- Why: staff edit categories. `version` is what edits compare, `about` is said over a category's listing, the other two are what
-- search engines show of it. Products show their category's name in the search index, and others know all categories above a
-- product: they follow a change in steps. Those after the number `behind_after` still have to; `is_moved` where it stands under
-- others now, which other services are told too.
-- small table: a shop has hundreds of categories.
ALTER TABLE categories
    ADD COLUMN version         bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    ADD COLUMN about           jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN seo_title       jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN seo_description jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN behind_after    bigint CHECK (behind_after >= 0),
    ADD COLUMN is_moved        boolean NOT NULL DEFAULT false;
CREATE INDEX categories_to_be_followed ON categories (id) WHERE behind_after IS NOT NULL;

-- Why: links to an address that was changed stand elsewhere: they lead to the new one. One that is in use again is not looked for
-- here.
CREATE TABLE former_addresses (
    kind       text NOT NULL CHECK (kind IN ('category', 'product')),
    slug       text NOT NULL CHECK (slug <> ''),
    subject_id uuid NOT NULL,
    PRIMARY KEY (kind, slug)
);
CREATE INDEX former_addresses_subject ON former_addresses (subject_id);
