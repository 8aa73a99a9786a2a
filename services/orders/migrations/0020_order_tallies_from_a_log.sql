-- Counts per status and totals per day come from a log. Whoever changes orders adds a row per statement and waits for nobody:
-- the 32 shards of 0007 were locked in one order by a batch and in another by single steps, and a slow commit held up all
-- who came after it. A pass folds the log into the tallies every few seconds, and readers add what is not folded yet, so the
-- numbers are exact at every moment and cost the same however many orders there are. By triggers, so that no write path can
-- forget; per statement, so that a load of a million orders adds a few rows.
--
-- A delivery counts on its day for as long as it isn't taken back (0013).
--
-- The tallies keep their column `shard`, of which 0 alone grows from now on: processes of the release before still read them.
DROP TRIGGER orders_tally ON orders;
DROP FUNCTION tally_order();

CREATE TABLE status_changes (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    status text   NOT NULL,
    orders bigint NOT NULL
);

CREATE TABLE day_changes (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Day of Africa/Algiers.
    day             date   NOT NULL,
    placed          bigint NOT NULL,
    placed_total    bigint NOT NULL,
    delivered       bigint NOT NULL,
    delivered_total bigint NOT NULL
);

CREATE FUNCTION log_added_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO status_changes (status, orders) SELECT status, count(*) FROM new_orders GROUP BY status;
    INSERT INTO day_changes (day, placed, placed_total, delivered, delivered_total)
    SELECT c.day, sum(c.placed), sum(c.placed * c.total), sum(c.delivered), sum(c.delivered * c.total)
      FROM (SELECT (placed_at AT TIME ZONE 'Africa/Algiers')::date AS day, 1 AS placed, 0 AS delivered, total FROM new_orders
            UNION ALL
            SELECT (delivered_at AT TIME ZONE 'Africa/Algiers')::date, 0, 1, total FROM new_orders
             WHERE delivered_at IS NOT NULL AND status IN ('delivered', 'settled')) c
     GROUP BY c.day;
    RETURN NULL;
END
$$;

CREATE FUNCTION log_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
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
     GROUP BY c.day HAVING sum(c.placed) <> 0 OR sum(c.delivered) <> 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER orders_added AFTER INSERT ON orders REFERENCING NEW TABLE AS new_orders
    FOR EACH STATEMENT EXECUTE FUNCTION log_added_orders();
CREATE TRIGGER orders_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders
    FOR EACH STATEMENT EXECUTE FUNCTION log_changed_orders();
