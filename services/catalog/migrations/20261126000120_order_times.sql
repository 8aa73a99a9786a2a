-- Why: the merchant decides how long a shopper waits between two orders and how long an order that nobody confirmed holds its
-- stock (spec 4, design 6, ADR 21). NULL: as the service of orders is told at start.
-- small table: settings has one row
ALTER TABLE settings
    ADD COLUMN cooldown_seconds integer CHECK (cooldown_seconds BETWEEN 60 AND 3600),
    ADD COLUMN hold_hours       integer CHECK (hold_hours BETWEEN 1 AND 720);
