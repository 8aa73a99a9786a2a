-- Why: what products of a category are described by is offered first on their data sheets. A help for staff, which goes with the set.
-- small table: a shop has hundreds of categories.
ALTER TABLE categories ADD COLUMN feature_set_id uuid REFERENCES feature_sets (id) ON DELETE SET NULL;
