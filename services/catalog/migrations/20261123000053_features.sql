-- Why: what data sheets say is said once for the shop: a feature with the kind of its values, its unit or its options. Products have
-- the words of their values with them (`products.features`, in the order of the sheet); those of a product that waits in
-- `products_to_describe` are still the ones before. What was said before features were kept is entered by the program
-- (`features_entered`), also of products that a release before makes.
CREATE TABLE features (
    id       uuid PRIMARY KEY,
    version  bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    kind     text NOT NULL CONSTRAINT features_kind UNIQUE CHECK (kind <> ''),
    input    text NOT NULL CHECK (input IN ('text', 'number', 'choice', 'yes_no')),
    name     jsonb NOT NULL,
    unit     jsonb CHECK (unit IS NULL OR input = 'number'),
    options  jsonb NOT NULL DEFAULT '[]' CHECK (options = '[]' OR input = 'choice'),
    position integer NOT NULL CHECK (position BETWEEN 0 AND 1000000)
);
CREATE TABLE products_to_describe (
    product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE
);
ALTER TABLE products ADD COLUMN features_entered boolean NOT NULL DEFAULT false;
