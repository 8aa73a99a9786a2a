-- Counts per status and totals per day are kept, not counted: the dashboard reads a few rows however many orders
-- there are. A trigger keeps them so that no write path can forget. Each count is spread over 32 rows chosen by
-- the order's number, else every checkout would wait for the one before it to commit.
CREATE TABLE status_tallies (
    status text NOT NULL,
    shard  smallint NOT NULL,
    orders bigint NOT NULL,
    PRIMARY KEY (status, shard)
) WITH (fillfactor = 50);

CREATE TABLE day_tallies (
    -- Day of Africa/Algiers.
    day             date NOT NULL,
    shard           smallint NOT NULL,
    placed          bigint NOT NULL DEFAULT 0,
    placed_total    bigint NOT NULL DEFAULT 0,
    delivered       bigint NOT NULL DEFAULT 0,
    delivered_total bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (day, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION tally_status(the_status text, the_shard smallint, change bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO status_tallies (status, shard, orders) VALUES (the_status, the_shard, change)
    ON CONFLICT (status, shard) DO UPDATE SET orders = status_tallies.orders + change
$$;

CREATE FUNCTION tally_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    the_shard smallint := NEW.number % 32;
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM tally_status(NEW.status, the_shard, 1);
        INSERT INTO day_tallies AS d (day, shard, placed, placed_total)
        VALUES ((NEW.placed_at AT TIME ZONE 'Africa/Algiers')::date, the_shard, 1, NEW.total)
        ON CONFLICT (day, shard) DO UPDATE SET placed = d.placed + 1, placed_total = d.placed_total + NEW.total;
        RETURN NULL;
    END IF;
    IF NEW.status <> OLD.status THEN
        PERFORM tally_status(OLD.status, the_shard, -1);
        PERFORM tally_status(NEW.status, the_shard, 1);
    END IF;
    IF NEW.delivered_at IS NOT NULL AND OLD.delivered_at IS NULL THEN
        INSERT INTO day_tallies AS d (day, shard, delivered, delivered_total)
        VALUES ((NEW.delivered_at AT TIME ZONE 'Africa/Algiers')::date, the_shard, 1, NEW.total)
        ON CONFLICT (day, shard) DO UPDATE SET delivered = d.delivered + 1, delivered_total = d.delivered_total + NEW.total;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER orders_tally AFTER INSERT OR UPDATE OF status, delivered_at ON orders
    FOR EACH ROW EXECUTE FUNCTION tally_order();
