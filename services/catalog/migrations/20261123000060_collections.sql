-- Why: the merchant puts products together across categories and brands, picked by hand or by a rule, and each collection has a
-- listing of its own. `version` is what edits compare, `position` the order in which they are told, `about` what is said over the
-- listing, the texts after it what search engines show. A rule is worked out when it is asked for, so no product says which
-- collections it is of; what a rule names may be gone, and fits nothing then. `picked` lets a key say that products are picked
-- for a collection without a rule.
CREATE TABLE collections (
    id              uuid PRIMARY KEY,
    version         bigint NOT NULL CHECK (version > 0),
    slug            text NOT NULL CHECK (slug <> ''),
    active          boolean NOT NULL,
    name            jsonb NOT NULL,
    picture         jsonb,
    about           jsonb NOT NULL,
    seo_title       jsonb NOT NULL,
    seo_description jsonb NOT NULL,
    position        integer NOT NULL CHECK (position BETWEEN 0 AND 1000000),
    rule            jsonb CHECK (jsonb_typeof(rule) = 'object'),
    picked          boolean NOT NULL GENERATED ALWAYS AS (rule IS NULL) STORED,
    CONSTRAINT collections_slug_key UNIQUE (slug),
    UNIQUE (id, picked)
);
CREATE TABLE collection_products (
    collection_id uuid NOT NULL,
    place         integer NOT NULL CHECK (place BETWEEN 0 AND 499),
    product_id    uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    picked        boolean NOT NULL DEFAULT true CHECK (picked),
    PRIMARY KEY (collection_id, place),
    UNIQUE (collection_id, product_id),
    FOREIGN KEY (collection_id, picked) REFERENCES collections (id, picked) ON DELETE CASCADE
);
