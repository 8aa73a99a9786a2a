-- What each service's database is told once its data were put back, by `./souk restore` or by PostgreSQL's own means, and before any
-- service starts. The broker is empty. Run as the service's role, through psql, with the variable `taken_at`: the moment that the data
-- are of.
BEGIN;
-- Whoever led or filled something is gone, and what failed is tried anew.
DELETE FROM bus.leases;
DELETE FROM bus.failures;
-- What was published may have been on its way still. So what the outbox remembers of six days goes out again, and whoever had it already
-- knows that by its inbox. That one remembers seven days: from now on, however old these data are.
UPDATE bus.inbox SET received_at = now();
UPDATE bus.outbox SET published_at = NULL, attempts = 0, not_before = '-infinity'
 WHERE published_at > :'taken_at'::timestamptz - interval '6 days';
-- The others are done with: nobody's inbox needs to know them.
DELETE FROM bus.outbox WHERE published_at IS NOT NULL;
COMMIT;

-- Customers and transporters may hold numbers that were given after that moment: none is given twice.
SELECT to_regclass('public.order_numbers') IS NOT NULL AS orders,
       to_regclass('public.transporter_payment_numbers') IS NOT NULL AS payments,
       to_regclass('public.sessions') IS NOT NULL AS gateway \gset
\if :orders
SELECT setval('order_numbers', (SELECT last_value + 1000 FROM order_numbers)) \g /dev/null
\endif
\if :payments
SELECT setval('transporter_payment_numbers', (SELECT last_value + 1000 FROM transporter_payment_numbers)) \g /dev/null
\endif
-- Somebody who was signed out meanwhile would be signed in again.
\if :gateway
DELETE FROM sessions;
\endif
