-- Why: 0008 counted the products and only then made the triggers that keep the counts. What was written between is in no count,
-- and a product that leaves a category whose count is too small can't be saved any more. Counted once more, and this time nobody
-- writes meanwhile.
-- small table: a shop has hundreds of categories and brands
LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE;

UPDATE categories c SET products = counted.products
  FROM (SELECT c.id, count(p.id) AS products FROM categories c LEFT JOIN products p ON p.category_id = c.id AND p.active
         GROUP BY c.id) AS counted
 WHERE counted.id = c.id AND counted.products <> c.products;
UPDATE brands b SET products = counted.products
  FROM (SELECT b.id, count(p.id) AS products FROM brands b LEFT JOIN products p ON p.brand_id = b.id AND p.active
         GROUP BY b.id) AS counted
 WHERE counted.id = b.id AND counted.products <> b.products;
