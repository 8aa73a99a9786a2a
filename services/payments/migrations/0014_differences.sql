-- A transporter may hand over another amount than its orders are worth (fees kept, a rounding, a mistake): staff accept it with a
-- reason. The orders are paid all the same. `difference` is in centimes, what was received less `total`.
ALTER TABLE transporter_payments
    ADD COLUMN difference bigint NOT NULL DEFAULT 0,
    ADD COLUMN difference_reason text NOT NULL DEFAULT '';
ALTER TABLE transporter_payments
    ADD CONSTRAINT transporter_payments_difference
        CHECK (total + difference >= 0 AND (difference = 0) = (difference_reason = '')) NOT VALID;
