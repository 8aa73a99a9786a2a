-- A second factor that was shown and not proved ends: a picture of it that somebody took may not be proved months later. What a replica of
-- the release before shows meanwhile has no moment and is over; who is in the middle of it begins anew.
-- small table: staff has a row per employee
ALTER TABLE staff ADD COLUMN totp_offered_at timestamptz;
