-- Why: the products and what belongs to one of them. Prices are centimes before tax, rates hundredths of a
-- percent. `version` is what staff edits compare; `revision` is when anything shown of the product last changed.
CREATE TABLE products (
    id          uuid PRIMARY KEY,
    number      bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    version     bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    revision    bigint NOT NULL CHECK (revision > 0),
    slug        text NOT NULL UNIQUE CHECK (slug <> ''),
    active      boolean NOT NULL,
    featured    boolean NOT NULL DEFAULT false,
    price_ht    bigint NOT NULL CHECK (price_ht >= 0),
    tax_rate    integer NOT NULL CHECK (tax_rate BETWEEN 0 AND 10000),
    category_id uuid NOT NULL REFERENCES categories (id),
    brand_id    uuid REFERENCES brands (id),
    tags        text[] NOT NULL DEFAULT '{}',
    features    jsonb NOT NULL DEFAULT '[]',
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
CREATE INDEX products_revision ON products (revision);
CREATE INDEX products_category ON products (category_id, number DESC);
CREATE INDEX products_brand ON products (brand_id, number DESC);
CREATE INDEX products_price ON products (price_ht, number DESC);

CREATE TABLE product_texts (
    product_id        uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    language          text NOT NULL CHECK (language IN ('fr', 'ar', 'en')),
    name              text NOT NULL CHECK (name <> ''),
    short_description text NOT NULL DEFAULT '',
    long_description  text NOT NULL DEFAULT '',
    seo_title         text NOT NULL DEFAULT '',
    seo_description   text NOT NULL DEFAULT '',
    PRIMARY KEY (product_id, language)
);

CREATE TABLE combinations (
    id         uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position   integer NOT NULL CHECK (position >= 0),
    sku        text NOT NULL DEFAULT '',
    -- 0: sold at the product's price (design 5).
    price_ht   bigint NOT NULL DEFAULT 0 CHECK (price_ht >= 0),
    is_default boolean NOT NULL,
    active     boolean NOT NULL,
    chosen     jsonb NOT NULL,
    UNIQUE (product_id, position)
);
CREATE UNIQUE INDEX combinations_one_default ON combinations (product_id) WHERE is_default;
CREATE UNIQUE INDEX combinations_sku ON combinations (sku) WHERE sku <> '';

CREATE TABLE images (
    id           uuid PRIMARY KEY,
    product_id   uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position     integer NOT NULL CHECK (position >= 0),
    content_hash text NOT NULL,
    alt          text NOT NULL DEFAULT '',
    sizes        jsonb NOT NULL,
    UNIQUE (product_id, content_hash),
    UNIQUE (product_id, position)
);

CREATE TABLE combination_images (
    combination_id uuid NOT NULL REFERENCES combinations (id) ON DELETE CASCADE,
    image_id       uuid NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    PRIMARY KEY (combination_id, image_id)
);
CREATE INDEX combination_images_image ON combination_images (image_id);

CREATE TABLE pack_components (
    product_id     uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position       integer NOT NULL CHECK (position >= 0),
    component_id   uuid NOT NULL REFERENCES products (id),
    combination_id uuid REFERENCES combinations (id),
    quantity       integer NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (product_id, position),
    CHECK (component_id <> product_id)
);
CREATE INDEX pack_components_component ON pack_components (component_id);
