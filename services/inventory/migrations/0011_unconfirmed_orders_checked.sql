-- no-transaction
-- The rule of 0010 holds for all rows; checked without holding up anybody who writes.
ALTER TABLE reservations VALIDATE CONSTRAINT reservations_release_reason_check;
