-- What each service's database is told once its data were put back, by `./souk restore` or by PostgreSQL's own means, and before any
-- service starts. The broker is empty. Run as the database's owner, through psql, with the variable `taken_at`: the moment that the data
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
COMMIT;

-- Customers and transporters may hold numbers that were given after that moment, nobody knows how many. So numbers go on by as much as
-- their size (10,517 by 10,000), 1,000 at least: far more than a backup can be behind.
SELECT to_regclass('public.order_numbers') IS NOT NULL AS orders,
       to_regclass('public.transporter_payment_numbers') IS NOT NULL AS payments,
       to_regclass('public.sessions') IS NOT NULL AS gateway \gset
\if :orders
SELECT setval('order_numbers', last_value + greatest(1000, (10 ^ floor(log(last_value)))::bigint)) FROM order_numbers \g /dev/null
\endif
\if :payments
SELECT setval('transporter_payment_numbers', last_value + greatest(1000, (10 ^ floor(log(last_value)))::bigint)) FROM transporter_payment_numbers \g /dev/null
\endif
-- Somebody who was signed out meanwhile would be signed in again. Accounts are put right by hand, before the front door opens (docs/RUNBOOK.md).
\if :gateway
DELETE FROM sessions;
\endif
