-- Why: a card that was first written from an order had that order's id (0050). An order's phone may be corrected now, and its id
-- leads to the phone that it has: a card's id is its own.
-- small table: the cards that staff wrote, of which few were first written from an order
UPDATE customers c SET id = gen_random_uuid() FROM orders o WHERE o.id = c.id;
COMMENT ON COLUMN customers.id IS 'Chosen by who made the card; of no order.';
