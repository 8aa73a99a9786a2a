-- Why: what a brand makes under one name, such as a range of perfumes, has a listing of its own. `version` is what edits compare,
-- `position` the order that shoppers see, `about` what is said over its listing, the other two texts are what search engines show
-- of it, `products` counts its active products as brands count theirs. Products show their line's name and address in the search
-- index and follow a change of them in steps: those after the number `behind_after` still have to.
CREATE TABLE brand_lines (
    id              uuid PRIMARY KEY,
    brand_id        uuid NOT NULL REFERENCES brands (id),
    version         bigint NOT NULL CHECK (version > 0),
    slug            text NOT NULL CHECK (slug <> ''),
    name            text NOT NULL CHECK (name <> ''),
    picture         jsonb,
    about           jsonb NOT NULL,
    seo_title       jsonb NOT NULL,
    seo_description jsonb NOT NULL,
    position        integer NOT NULL CHECK (position >= 0),
    products        bigint NOT NULL DEFAULT 0 CHECK (products >= 0),
    behind_after    bigint CHECK (behind_after >= 0),
    CONSTRAINT brand_lines_slug_key UNIQUE (slug)
);
CREATE INDEX brand_lines_brand ON brand_lines (brand_id);
CREATE INDEX brand_lines_to_be_followed ON brand_lines (id) WHERE behind_after IS NOT NULL;
COMMENT ON COLUMN brand_lines.products IS 'active products of the line';

-- The brands whose products a line may have: its own, and while its products are handed over from a brand that is merged into
-- another, both. A product is of a line of its own brand, or of none.
CREATE TABLE brand_line_brands (
    line_id  uuid NOT NULL REFERENCES brand_lines (id) ON DELETE CASCADE,
    brand_id uuid NOT NULL REFERENCES brands (id),
    PRIMARY KEY (line_id, brand_id)
);
CREATE INDEX brand_line_brands_brand ON brand_line_brands (brand_id);

ALTER TABLE products ADD COLUMN brand_line_id uuid;
ALTER TABLE products
    ADD CONSTRAINT products_brand_line_fkey FOREIGN KEY (brand_line_id, brand_id)
        REFERENCES brand_line_brands (line_id, brand_id) NOT VALID,
    ADD CONSTRAINT products_brand_line_has_brand CHECK (brand_line_id IS NULL OR brand_id IS NOT NULL) NOT VALID;

-- As before, and of lines too. No product has one yet.
CREATE OR REPLACE FUNCTION keep_product_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    left_categories uuid[]; left_brands uuid[]; left_lines uuid[];
    entered_categories uuid[]; entered_brands uuid[]; entered_lines uuid[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT array_agg(category_id), array_agg(brand_id), array_agg(brand_line_id)
          INTO entered_categories, entered_brands, entered_lines
          FROM after_rows WHERE active;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(category_id), array_agg(brand_id), array_agg(brand_line_id)
          INTO left_categories, left_brands, left_lines
          FROM before_rows WHERE active;
    ELSE
        SELECT array_agg(b.category_id) FILTER (WHERE b.active), array_agg(b.brand_id) FILTER (WHERE b.active),
               array_agg(b.brand_line_id) FILTER (WHERE b.active),
               array_agg(a.category_id) FILTER (WHERE a.active), array_agg(a.brand_id) FILTER (WHERE a.active),
               array_agg(a.brand_line_id) FILTER (WHERE a.active)
          INTO left_categories, left_brands, left_lines, entered_categories, entered_brands, entered_lines
          FROM before_rows b JOIN after_rows a USING (id)
         WHERE (b.active, b.category_id, b.brand_id, b.brand_line_id)
               IS DISTINCT FROM (a.active, a.category_id, a.brand_id, a.brand_line_id);
    END IF;
    IF left_categories IS NULL AND entered_categories IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM FROM categories WHERE id = ANY (left_categories || entered_categories) ORDER BY id FOR NO KEY UPDATE;
    UPDATE categories SET products = products + moved.by
      FROM (SELECT id, sum(step) AS by
              FROM (SELECT unnest(entered_categories), 1 UNION ALL SELECT unnest(left_categories), -1) AS one (id, step)
             GROUP BY id HAVING sum(step) <> 0) AS moved
     WHERE moved.id = categories.id;
    PERFORM FROM brands WHERE id = ANY (left_brands || entered_brands) ORDER BY id FOR NO KEY UPDATE;
    UPDATE brands SET products = products + moved.by
      FROM (SELECT id, sum(step) AS by
              FROM (SELECT unnest(entered_brands), 1 UNION ALL SELECT unnest(left_brands), -1) AS one (id, step)
             WHERE id IS NOT NULL GROUP BY id HAVING sum(step) <> 0) AS moved
     WHERE moved.id = brands.id;
    PERFORM FROM brand_lines WHERE id = ANY (left_lines || entered_lines) ORDER BY id FOR NO KEY UPDATE;
    UPDATE brand_lines SET products = products + moved.by
      FROM (SELECT id, sum(step) AS by
              FROM (SELECT unnest(entered_lines), 1 UNION ALL SELECT unnest(left_lines), -1) AS one (id, step)
             WHERE id IS NOT NULL GROUP BY id HAVING sum(step) <> 0) AS moved
     WHERE moved.id = brand_lines.id;
    RETURN NULL;
END
$$;
