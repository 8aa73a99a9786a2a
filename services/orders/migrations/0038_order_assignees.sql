-- Who of the staff looks after an order (specification 2, "affectation"): the gateway's employee, with the name as it was then.
ALTER TABLE orders
    ADD COLUMN assignee_id uuid,
    ADD COLUMN assignee_name text NOT NULL DEFAULT '';
