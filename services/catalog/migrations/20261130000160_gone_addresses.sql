-- Why: who opens the address of what was taken away for good is told so (410), and search engines forget it, where a wrong address
-- is one that may be another day (404). Whoever takes the address again takes it out of here.
CREATE TABLE gone_addresses (
    kind text NOT NULL CHECK (kind IN (
        'category', 'product', 'brand', 'brand_line', 'collection', 'cms_page', 'blog_category', 'blog_post')),
    slug text NOT NULL CHECK (slug <> ''),
    PRIMARY KEY (kind, slug)
);
