-- Why: an order is corrected before its parcel leaves, and another place may cost another delivery. The totals of its day
-- followed an order's total only where it came to the day or left it (0020): now where the total alone changes, too.
CREATE OR REPLACE FUNCTION log_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO status_changes (status, orders)
    SELECT c.status, sum(c.change)
      FROM (SELECT status, -1 AS change FROM old_orders UNION ALL SELECT status, 1 FROM new_orders) c
     GROUP BY c.status HAVING sum(c.change) <> 0;
    INSERT INTO day_changes (day, placed, placed_total, delivered, delivered_total)
    SELECT c.day, sum(c.placed), sum(c.placed * c.total), sum(c.delivered), sum(c.delivered * c.total)
      FROM (SELECT (placed_at AT TIME ZONE 'Africa/Algiers')::date AS day, -1 AS placed, 0 AS delivered, total FROM old_orders
            UNION ALL
            SELECT (placed_at AT TIME ZONE 'Africa/Algiers')::date, 1, 0, total FROM new_orders
            UNION ALL
            SELECT (delivered_at AT TIME ZONE 'Africa/Algiers')::date, 0, -1, total FROM old_orders
             WHERE delivered_at IS NOT NULL AND status IN ('delivered', 'settled')
            UNION ALL
            SELECT (delivered_at AT TIME ZONE 'Africa/Algiers')::date, 0, 1, total FROM new_orders
             WHERE delivered_at IS NOT NULL AND status IN ('delivered', 'settled')) c
     GROUP BY c.day
    HAVING sum(c.placed) <> 0 OR sum(c.delivered) <> 0
        OR sum(c.placed * c.total) <> 0 OR sum(c.delivered * c.total) <> 0;
    RETURN NULL;
END
$$;
