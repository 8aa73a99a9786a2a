-- Why: the storefront's own content. `version` of the settings is what staff edits compare.
CREATE TABLE settings (
    only_row           boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version            bigint NOT NULL CHECK (version > 0),
    active_add_to_cart boolean NOT NULL,
    price_basis        text NOT NULL CHECK (price_basis IN ('ht', 'ttc')),
    shop_name          jsonb NOT NULL,
    phone              text NOT NULL,
    promo_messages     jsonb NOT NULL
);
INSERT INTO settings (version, active_add_to_cart, price_basis, shop_name, phone, promo_messages)
VALUES (1, true, 'ht', '{"fr": "Souk", "ar": "سوق", "en": "Souk"}', '', '[]');

CREATE TABLE home_blocks (
    position integer PRIMARY KEY CHECK (position >= 0),
    kind     text NOT NULL CHECK (kind IN (
        'products_carousel', 'products_grid', 'categories_carousel', 'category_products_carousel',
        'brands_carousel', 'brands_products_carousel', 'brand_lines_carousel', 'brand_lines_products_carousel',
        'collection_products', 'tag_products', 'html_block', 'banner', 'banner_carousel', 'discount_block',
        'blog_posts_carousel', 'blog_post_card', 'text_carousel', 'blog_categories_carousel')),
    block    jsonb NOT NULL
);
