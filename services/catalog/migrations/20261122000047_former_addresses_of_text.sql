-- Why: pages of text and what the blog has can be given another address too, as whatever gets one of its own.
-- small table: one row for each address that was ever changed by hand.
ALTER TABLE former_addresses
    DROP CONSTRAINT former_addresses_kind_check,
    ADD CONSTRAINT former_addresses_kind_check CHECK (kind IN (
        'category', 'product', 'brand', 'brand_line', 'collection', 'cms_page', 'blog_category', 'blog_post'));
