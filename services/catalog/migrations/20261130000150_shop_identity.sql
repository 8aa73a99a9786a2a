-- Why: law 18-05 has a shop say who sells: name, address, trade register and tax numbers.
-- small table: settings has one row
ALTER TABLE settings ADD COLUMN identity jsonb NOT NULL DEFAULT '{}';
