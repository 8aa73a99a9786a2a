-- What is open already. Triggers log what changes meanwhile (0005), and one statement sees both at one moment: it adds what
-- they have not said.
INSERT INTO balance_changes (transporter_id, orders, total, overpaid, overpaid_total)
SELECT transporter_id, sum(orders), sum(total), sum(overpaid), sum(overpaid_total)
  FROM (SELECT transporter_id, owed AS orders, owed * total AS total, paid AS overpaid, paid * total AS overpaid_total
          FROM receivables WHERE owed <> paid
        UNION ALL
        SELECT transporter_id, -orders, -total, -overpaid, -overpaid_total FROM balance_changes
        UNION ALL
        SELECT transporter_id, -orders, -total, -overpaid, -overpaid_total FROM transporter_balances) open
 GROUP BY transporter_id;
