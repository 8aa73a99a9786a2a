-- A save names the version that it read: of two that edit a transporter at once, the later one is told.
ALTER TABLE transporters ADD COLUMN version bigint NOT NULL DEFAULT 1;
