-- `unconfirmed`: staff did not confirm the order in time, so it gave its stock back; it may hold again (design 6).
ALTER TABLE reservations
    DROP CONSTRAINT reservations_release_reason_check,
    ADD CONSTRAINT reservations_release_reason_check
        CHECK (release_reason IN ('expired', 'requested', 'cancelled', 'unheld', 'unconfirmed')) NOT VALID;
