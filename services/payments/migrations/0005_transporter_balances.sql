-- What each transporter owes is kept, as the counts of orders are: triggers log each change, once per statement and
-- waiting for nobody; a pass folds the log into the balances every few seconds; readers add both, so that the sums are
-- exact at every moment and cost the same however many orders are open. By triggers, so that no write path can forget.
CREATE TABLE balance_changes (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transporter_id uuid   NOT NULL,
    -- Orders that are owed and not paid, and their centimes.
    orders         bigint NOT NULL,
    total          bigint NOT NULL,
    -- Orders that are paid and not owed.
    overpaid       bigint NOT NULL,
    overpaid_total bigint NOT NULL
);

CREATE TABLE transporter_balances (
    transporter_id uuid   PRIMARY KEY,
    orders         bigint NOT NULL,
    total          bigint NOT NULL,
    overpaid       bigint NOT NULL,
    overpaid_total bigint NOT NULL
);

CREATE FUNCTION log_added_receivables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO balance_changes (transporter_id, orders, total, overpaid, overpaid_total)
    SELECT transporter_id, sum(owed), sum(owed * total), sum(paid), sum(paid * total)
      FROM new_receivables WHERE owed <> paid GROUP BY transporter_id;
    RETURN NULL;
END
$$;

CREATE FUNCTION log_changed_receivables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO balance_changes (transporter_id, orders, total, overpaid, overpaid_total)
    SELECT c.transporter_id, sum(c.by * c.owed), sum(c.by * c.owed * c.total), sum(c.by * c.paid), sum(c.by * c.paid * c.total)
      FROM (SELECT -1 AS by, transporter_id, owed, paid, total FROM old_receivables WHERE owed <> paid
            UNION ALL
            SELECT 1, transporter_id, owed, paid, total FROM new_receivables WHERE owed <> paid) c
     GROUP BY c.transporter_id
    HAVING sum(c.by * c.owed) <> 0 OR sum(c.by * c.owed * c.total) <> 0
        OR sum(c.by * c.paid) <> 0 OR sum(c.by * c.paid * c.total) <> 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER receivables_added AFTER INSERT ON receivables REFERENCING NEW TABLE AS new_receivables
    FOR EACH STATEMENT EXECUTE FUNCTION log_added_receivables();
CREATE TRIGGER receivables_changed AFTER UPDATE ON receivables
    REFERENCING OLD TABLE AS old_receivables NEW TABLE AS new_receivables
    FOR EACH STATEMENT EXECUTE FUNCTION log_changed_receivables();
