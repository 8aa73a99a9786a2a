-- Why: when the phone is answered and what is promised to shoppers are the merchant's to say, not the program's.
-- small table: settings has one row
ALTER TABLE settings
    ADD COLUMN opening_hours jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN promises      jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(promises) <= 8);
