-- A delivery that was taken back no longer counts among those of its day: the function of 0011 with that one case.
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
    ELSIF OLD.status = 'delivered' AND NEW.status = 'returning' THEN
        INSERT INTO day_tallies AS d (day, shard, delivered, delivered_total)
        VALUES ((NEW.delivered_at AT TIME ZONE 'Africa/Algiers')::date, the_shard, -1, -NEW.total)
        ON CONFLICT (day, shard) DO UPDATE SET delivered = d.delivered - 1, delivered_total = d.delivered_total - NEW.total;
    END IF;
    RETURN NULL;
END
$$;
