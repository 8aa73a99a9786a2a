-- Goods on their way from one warehouse to another (design 6). What an open expedition lists is reserved in the source's levels; it
-- leaves their `on_hand` when it is sent, and enters the destination's as it arrives. So goods are in exactly one place: what was
-- sent is what arrived, what was lost, what came back and what is still on its way.
CREATE TABLE expeditions (
    id             uuid PRIMARY KEY,
    -- E-201: nobody's first expedition is number 1 (design 3).
    number         bigint GENERATED ALWAYS AS IDENTITY (START WITH 201) UNIQUE,
    source_id      uuid        NOT NULL REFERENCES warehouses (id),
    destination_id uuid        NOT NULL REFERENCES warehouses (id),
    -- The specification's words, in its spelling.
    status         text        NOT NULL CHECK (status IN
                       ('inprogress', 'sent', 'partially_recieved', 'fully_recieved', 'completed', 'cancelled')),
    note           text        NOT NULL CHECK (char_length(note) <= 500),
    version        bigint      NOT NULL CHECK (version > 0),
    actor_id       uuid,
    actor_name     text        NOT NULL,
    created_at     timestamptz NOT NULL,
    sent_at        timestamptz,
    closed_at      timestamptz,
    CONSTRAINT expeditions_go_elsewhere CHECK (source_id <> destination_id),
    CONSTRAINT expeditions_sent CHECK (CASE status WHEN 'inprogress' THEN sent_at IS NULL WHEN 'cancelled' THEN true
                                       ELSE sent_at IS NOT NULL END),
    CONSTRAINT expeditions_closed CHECK ((status IN ('completed', 'cancelled')) = (closed_at IS NOT NULL))
);
-- What a warehouse that closes still holds for them.
CREATE INDEX expeditions_open ON expeditions (source_id) WHERE status = 'inprogress';

CREATE TABLE expedition_parts (
    id             uuid    PRIMARY KEY,
    expedition_id  uuid    NOT NULL REFERENCES expeditions (id),
    product_id     uuid    NOT NULL,
    combination_id uuid    NOT NULL,
    quantity       integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
    received       integer NOT NULL DEFAULT 0 CHECK (received >= 0),
    lost           integer NOT NULL DEFAULT 0 CHECK (lost >= 0),
    CONSTRAINT expedition_parts_once UNIQUE (expedition_id, product_id, combination_id),
    -- Never more than was sent.
    CONSTRAINT expedition_parts_add_up CHECK (received + lost <= quantity)
);

-- Their rows of the ledger.
ALTER TABLE stock_movements ADD COLUMN expedition_id uuid;
ALTER TABLE stock_movements
    DROP CONSTRAINT stock_movements_kind_check,
    DROP CONSTRAINT stock_movements_direction,
    ADD CONSTRAINT stock_movements_kind_check CHECK (kind IN ('received', 'shipped', 'returned', 'adjusted',
        'expedition_sent', 'expedition_received', 'expedition_returned')) NOT VALID,
    ADD CONSTRAINT stock_movements_direction CHECK (
        CASE WHEN kind IN ('shipped', 'expedition_sent') THEN quantity < 0 WHEN kind = 'adjusted' THEN true ELSE quantity > 0 END
    ) NOT VALID,
    ADD CONSTRAINT stock_movements_expedition CHECK ((kind LIKE 'expedition%') = (expedition_id IS NOT NULL)) NOT VALID;
