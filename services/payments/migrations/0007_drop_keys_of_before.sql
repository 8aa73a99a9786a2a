-- Why: what a request was answered stands in `idempotency_keys` since 0004. The release before this one neither reads nor writes these.
ALTER TABLE transporter_payments DROP COLUMN idempotency_key, DROP COLUMN request_hash;
ALTER TABLE transporter_payment_reversals DROP COLUMN idempotency_key, DROP COLUMN request_hash;
