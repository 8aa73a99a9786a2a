-- Drafts are limited per client network, and the oldest go first where there are too many (design 6).
ALTER TABLE draft_carts ADD COLUMN client_network text NOT NULL DEFAULT '';
