-- Why: what a pack held in several lines stands in the first of them, so that the next file's index can be built.
-- small table: only lines of packs that name a part twice are changed, and few packs do.
UPDATE pack_components k SET quantity = least(999, folded.quantity)
  FROM (SELECT product_id, min(position) AS position, sum(quantity) AS quantity
          FROM pack_components GROUP BY product_id, component_id, combination_id HAVING count(*) > 1) folded
 WHERE k.product_id = folded.product_id AND k.position = folded.position;
DELETE FROM pack_components k
 USING pack_components earlier
 WHERE earlier.product_id = k.product_id AND earlier.component_id = k.component_id
   AND earlier.combination_id IS NOT DISTINCT FROM k.combination_id AND earlier.position < k.position;
