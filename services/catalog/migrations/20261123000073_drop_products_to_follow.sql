-- Why: attributes and features say by themselves which products still have to follow them. No release had these tables.
DROP TABLE products_to_relabel;
DROP TABLE products_to_describe;
