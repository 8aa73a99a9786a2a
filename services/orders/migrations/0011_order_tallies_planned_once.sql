-- The tallies of 0007 without the function in SQL between: PostgreSQL plans the body of such a function anew at every
-- call, and a statement of a PL/pgSQL function once per connection. The two counts of a change of status are locked in
-- one order, so that two orders that swap statuses don't wait for each other.
CREATE OR REPLACE FUNCTION tally_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    the_shard smallint := NEW.number % 32;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO status_tallies AS t (status, shard, orders) VALUES (NEW.status, the_shard, 1)
        ON CONFLICT (status, shard) DO UPDATE SET orders = t.orders + 1;
        INSERT INTO day_tallies AS d (day, shard, placed, placed_total)
        VALUES ((NEW.placed_at AT TIME ZONE 'Africa/Algiers')::date, the_shard, 1, NEW.total)
        ON CONFLICT (day, shard) DO UPDATE SET placed = d.placed + 1, placed_total = d.placed_total + NEW.total;
        RETURN NULL;
    END IF;
    IF NEW.status <> OLD.status THEN
        INSERT INTO status_tallies AS t (status, shard, orders)
        SELECT c.status, the_shard, c.change FROM (VALUES (OLD.status, -1), (NEW.status, 1)) AS c (status, change)
        ORDER BY c.status
        ON CONFLICT (status, shard) DO UPDATE SET orders = t.orders + excluded.orders;
    END IF;
    IF NEW.delivered_at IS NOT NULL AND OLD.delivered_at IS NULL THEN
        INSERT INTO day_tallies AS d (day, shard, delivered, delivered_total)
        VALUES ((NEW.delivered_at AT TIME ZONE 'Africa/Algiers')::date, the_shard, 1, NEW.total)
        ON CONFLICT (day, shard) DO UPDATE SET delivered = d.delivered + 1, delivered_total = d.delivered_total + NEW.total;
    END IF;
    RETURN NULL;
END
$$;
DROP FUNCTION tally_status(text, smallint, bigint);
