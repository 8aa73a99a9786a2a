-- A line may come with an IPv6 /48, whose networks are 65,536 customers to 0014 and 0021: what they hold and draft counts
-- together, too (ADR 21). Empty for IPv4, and for rows from before, whose networks count alone until they are gone.
ALTER TABLE orders ADD COLUMN client_site text NOT NULL DEFAULT '';
ALTER TABLE draft_carts ADD COLUMN client_site text NOT NULL DEFAULT '';
