-- Why: the merchant makes the menus. One that has no item is made of the categories. `version` is what edits compare. An item stands
-- at the top of its menu or below one that does: `top` and `parent_top` let a key say so. What an item leads to is named by its id,
-- as slugs change, and may be gone: it is not shown then.
CREATE TABLE menu_items (
    id         uuid PRIMARY KEY,
    version    bigint NOT NULL CHECK (version > 0),
    menu       text NOT NULL CHECK (menu IN ('main', 'footer')),
    parent_id  uuid,
    position   integer NOT NULL CHECK (position >= 0),
    kind       text NOT NULL CHECK (kind IN (
        'ProductCategory', 'Brand', 'Product', 'Link', 'Cms', 'BlogCategory', 'BlogPost', 'collectionPage',
        '3', '4', '5', '6', '8', '10')),
    target_id  uuid,
    link       text NOT NULL,
    label      jsonb NOT NULL,
    accent     boolean NOT NULL,
    active     boolean NOT NULL,
    top        boolean NOT NULL GENERATED ALWAYS AS (parent_id IS NULL) STORED,
    parent_top boolean GENERATED ALWAYS AS (CASE WHEN parent_id IS NOT NULL THEN true END) STORED,
    UNIQUE (id, menu, top),
    CONSTRAINT menu_items_parent FOREIGN KEY (parent_id, menu, parent_top)
        REFERENCES menu_items (id, menu, top) ON DELETE CASCADE,
    CONSTRAINT menu_items_link CHECK ((kind = 'Link') = (link <> '')),
    CONSTRAINT menu_items_target CHECK ((target_id IS NOT NULL) = (kind IN (
        'ProductCategory', 'Brand', 'Product', 'Cms', 'BlogCategory', 'BlogPost', 'collectionPage')))
);
