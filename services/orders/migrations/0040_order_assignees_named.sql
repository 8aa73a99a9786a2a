-- An order that is assigned names its employee, and one that is not names nobody. NOT VALID, because what is there has none and a
-- scan would hold the table.
ALTER TABLE orders
    ADD CONSTRAINT orders_assignee_is_named CHECK ((assignee_id IS NULL) = (assignee_name = '')) NOT VALID;
