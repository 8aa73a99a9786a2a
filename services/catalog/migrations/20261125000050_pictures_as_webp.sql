-- Why: pictures of products from before there were WebP files get theirs one after the other. False where none were made yet,
-- also where a process of the release before adds a picture.
ALTER TABLE images ADD COLUMN webp_tried boolean NOT NULL DEFAULT false;
