-- Why: a picture whose server is not asked for the moment loses no try by that. It waits longer each time, and not for ever.
ALTER TABLE remote_pictures ADD COLUMN postponed integer NOT NULL DEFAULT 0;
ALTER TABLE remote_pictures ADD CONSTRAINT remote_pictures_postponed_check CHECK (postponed >= 0) NOT VALID;
