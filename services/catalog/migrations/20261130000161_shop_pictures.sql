-- Why: a picture that was given for one page of the shop can be chosen again for another, found by what it was given for. Its files
-- are named by its content and never taken away, so that it stands wherever it was chosen, whatever becomes of the others.
CREATE TABLE shop_pictures (
    hash     text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]+$'),
    name     text NOT NULL,
    -- As things keep their pictures; of one from before this table those sizes alone that a thing shows.
    sizes    jsonb NOT NULL CHECK (jsonb_typeof(sizes) = 'array' AND sizes <> '[]'),
    added_at timestamptz NOT NULL
);
CREATE INDEX shop_pictures_newest ON shop_pictures (added_at DESC, hash);

-- Those that things show already, but for the shop's icon and those of categories and brands, which are kept as one address.
INSERT INTO shop_pictures (hash, name, sizes, added_at)
SELECT DISTINCT ON (hash) hash, name, jsonb_build_array(size), now()
  FROM (SELECT size, COALESCE(name, '') AS name, substring(size ->> 'url' FROM '^/media/shop/([0-9a-f]+)-') AS hash
          FROM (SELECT block -> 'image', block -> 'title' ->> 'fr' FROM home_blocks
                UNION ALL
                SELECT slide -> 'image', slide -> 'title' ->> 'fr'
                  FROM home_blocks, jsonb_array_elements(COALESCE(block -> 'slides', '[]')) slide
                UNION ALL SELECT picture, title ->> 'fr' FROM blog_posts
                UNION ALL SELECT picture, name ->> 'fr' FROM blog_categories
                UNION ALL SELECT picture, name FROM brand_lines
                UNION ALL SELECT picture, name ->> 'fr' FROM collections
                UNION ALL SELECT banner, title ->> 'fr' FROM promotions
                UNION ALL SELECT logo, shop_name ->> 'fr' FROM settings) AS shown (size, name)
         WHERE jsonb_typeof(size) = 'object') AS found
 WHERE hash IS NOT NULL
 ORDER BY hash, (size ->> 'width')::integer DESC;
