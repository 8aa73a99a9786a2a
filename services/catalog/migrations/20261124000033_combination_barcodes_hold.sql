-- no-transaction
-- Why: nobody waits while the rows that were there before are looked through.
ALTER TABLE combinations VALIDATE CONSTRAINT combinations_barcode_length;
