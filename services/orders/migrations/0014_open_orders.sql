-- What waits to be confirmed is limited per phone and per client address (design 6): what each order has open, and the
-- network that it came from (an IPv4 address, the first 64 bits of an IPv6 one), which is forgotten with its confirmation.
-- Orders from before count by their number and value alone.
ALTER TABLE orders
    ADD COLUMN client_network text NOT NULL DEFAULT '',
    ADD COLUMN pieces integer NOT NULL DEFAULT 0;
