-- Why: staff change what an order has, in a database that its stock is not in. Inventory's answers that are older than the latest change say
-- nothing of the lines that the order has now, and whatever was held for a change, under the change's id, is to be ended with any later event.
ALTER TABLE orders
    ADD COLUMN lines_version bigint NOT NULL DEFAULT 1,
    ADD COLUMN line_changes  uuid[] NOT NULL DEFAULT '{}';
