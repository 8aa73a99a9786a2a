-- Why: staff edit the home page block by block. `version` is what edits compare; a block can be put aside or shown for a while;
-- their order is changed, so it is no key. What a block is filled with is named by its id, as slugs change.
-- small table: a home page has 50 blocks at most.
ALTER TABLE home_blocks
    ADD COLUMN id        uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN version   bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    ADD COLUMN active    boolean NOT NULL DEFAULT true,
    ADD COLUMN starts_at timestamptz,
    ADD COLUMN ends_at   timestamptz,
    ADD CONSTRAINT home_blocks_period CHECK (starts_at < ends_at),
    DROP CONSTRAINT home_blocks_pkey,
    ADD PRIMARY KEY (id),
    DROP CONSTRAINT home_blocks_kind_check,
    ADD CONSTRAINT home_blocks_kind_check CHECK (kind IN (
        'products_carousel', 'products_grid', 'discounted_products', 'bestsellers_products', 'categories_carousel',
        'category_products_carousel', 'brands_carousel', 'brands_products_carousel', 'brand_lines_carousel',
        'brand_lines_products_carousel', 'collection_products', 'tag_products', 'html_block', 'banner',
        'banner_carousel', 'discount_block', 'blog_posts_carousel', 'blog_post_card', 'text_carousel',
        'blog_categories_carousel'));
UPDATE home_blocks SET block = jsonb_set(block, '{source}', to_jsonb('category:' || categories.id))
  FROM categories WHERE block ->> 'source' = 'category:' || categories.slug;
UPDATE home_blocks SET block = jsonb_set(block, '{source}', to_jsonb('brand:' || brands.id))
  FROM brands WHERE block ->> 'source' = 'brand:' || brands.slug;
-- An address that was changed since, or what is gone: a former address is followed, and what nothing has is shown by what is new.
UPDATE home_blocks SET block = jsonb_set(block, '{source}', to_jsonb('category:' || former.subject_id))
  FROM former_addresses former
 WHERE former.kind = 'category' AND block ->> 'source' = 'category:' || former.slug;
UPDATE home_blocks SET block = jsonb_set(block, '{source}', '"new"')
 WHERE block ->> 'source' ~ '^(category|brand):'
   AND block ->> 'source' !~ '^(category|brand):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
