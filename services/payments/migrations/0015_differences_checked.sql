-- no-transaction
ALTER TABLE transporter_payments VALIDATE CONSTRAINT transporter_payments_difference;
