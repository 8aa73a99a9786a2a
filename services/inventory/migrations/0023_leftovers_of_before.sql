-- What was dropped before 0022. Nobody lists or drops meanwhile; who sells the last piece waits a moment, or is waited for.
DO $$
BEGIN
    LOCK TABLE sellable_items IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO leftovers (product_id, combination_id, warehouse_id, product_name_fr)
    SELECT l.product_id, l.combination_id, l.warehouse_id, i.product_name_fr
      FROM sellable_items i JOIN stock_levels l USING (product_id, combination_id) WHERE NOT i.listed AND l.on_hand > 0
     ORDER BY l.product_id, l.combination_id, l.warehouse_id FOR SHARE OF l
        ON CONFLICT DO NOTHING;
END
$$;
