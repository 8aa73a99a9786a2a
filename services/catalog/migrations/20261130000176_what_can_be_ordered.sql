-- Why: less than the fewest pieces that can be ordered is as good as nothing (as in `products/model.rs` and `availability/store.rs`), and who
-- finds a product that is not available yet may wait for it as for one that is sold out.
CREATE OR REPLACE FUNCTION is_orderable(uuid, uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT EXISTS (SELECT FROM products p
                WHERE p.id = $1 AND p.active
                  AND (p.available_from IS NULL OR p.available_from <= (now() AT TIME ZONE 'Africa/Algiers')::date))
   AND CASE WHEN EXISTS (SELECT FROM pack_components k WHERE k.product_id = $1)
            THEN NOT EXISTS (
                 SELECT FROM pack_components k JOIN products p ON p.id = k.product_id
                  WHERE k.product_id = $1
                    AND NOT EXISTS (
                        SELECT FROM availability a
                         WHERE a.product_id = k.component_id AND a.available >= k.quantity * p.minimum_quantity
                           AND CASE WHEN k.choices IS NULL
                                    THEN a.combination_id = coalesce(k.combination_id, '00000000-0000-0000-0000-000000000000')
                                    ELSE (k.choices = '{}' OR a.combination_id = ANY (k.choices))
                                         AND EXISTS (SELECT FROM combinations c WHERE c.id = a.combination_id AND c.active) END))
            ELSE EXISTS (SELECT FROM availability a JOIN products p ON p.id = a.product_id
                          WHERE a.product_id = $1 AND a.combination_id = $2 AND a.available >= p.minimum_quantity)
                 AND ($2 = '00000000-0000-0000-0000-000000000000'
                      OR EXISTS (SELECT FROM combinations c WHERE c.id = $2 AND c.active)) END
$$;
