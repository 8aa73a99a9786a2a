-- What is about to run out, scarcest first, is read from the published availability by this index.
CREATE INDEX availability_by_amount ON availability (available);
