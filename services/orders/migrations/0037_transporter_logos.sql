-- Why: a transporter's logo is one of the shop's own pictures, shown to every shopper who chooses a delivery.
-- small table: a shop has a handful of transporters
ALTER TABLE transporters ADD CONSTRAINT transporters_logo_is_ours
    CHECK (logo = '' OR logo ~ '^/media/shop/[0-9a-f]{1,64}-[0-9]{1,5}\.jpg$');
