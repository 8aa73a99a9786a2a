-- no-transaction
ALTER TABLE receivable_entries VALIDATE CONSTRAINT receivable_entries_turn;
