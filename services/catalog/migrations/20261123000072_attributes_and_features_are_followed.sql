-- Why: an attribute may be of every combination of the shop and a feature of every product, so what they are called now is brought to
-- products in steps, as for brands: those after the number `behind_after` still have to follow. Noting all of them in the edit itself
-- took as long as the shop is large, and longer than a statement may. What is noted already is followed from the first product on.
-- small table: a shop has tens of attributes and of features.
ALTER TABLE attributes ADD COLUMN behind_after bigint CHECK (behind_after >= 0);
ALTER TABLE features ADD COLUMN behind_after bigint CHECK (behind_after >= 0);
UPDATE attributes SET behind_after = 0 WHERE EXISTS (SELECT FROM products_to_relabel);
UPDATE features SET behind_after = 0 WHERE EXISTS (SELECT FROM products_to_describe);
