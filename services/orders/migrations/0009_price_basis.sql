-- Whether shoppers see and pay prices before tax or with it (design 5): catalog's setting, copied by its events, so that
-- what is shown and what is charged have one switch. Version 0: catalog has not been heard yet.
CREATE TABLE price_basis (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  bigint NOT NULL CHECK (version >= 0),
    basis    text   NOT NULL CHECK (basis IN ('ht', 'ttc'))
);
INSERT INTO price_basis (version, basis) VALUES (0, 'ht');
