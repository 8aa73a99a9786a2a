-- Why: a phone installs a shop whose web manifest has PNG files of 192 and 512 pixels; those that the favicon is large enough for.
-- small table: settings has one row
ALTER TABLE settings ADD COLUMN favicon_icons jsonb NOT NULL DEFAULT '[]';
