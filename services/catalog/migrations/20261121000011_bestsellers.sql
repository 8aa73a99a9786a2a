-- Why: the bestsellers were summed over every sale of the shop's life, on every replica, whenever anything changed.
-- `daily_sales` has what a product sold on each day of the window, `bestsellers` their sum, which is always exactly
-- that: a delivery adds to both in its transaction, and a day that leaves the window is taken off both together.
CREATE TABLE daily_sales (
    product_id uuid NOT NULL,
    day        date NOT NULL,
    units      bigint NOT NULL CHECK (units > 0),
    PRIMARY KEY (product_id, day)
);
CREATE INDEX daily_sales_day ON daily_sales (day);

CREATE TABLE bestsellers (
    product_id uuid PRIMARY KEY,
    units      bigint NOT NULL CHECK (units >= 0)
);
CREATE INDEX bestsellers_order ON bestsellers (units DESC, product_id) WHERE units > 0;

INSERT INTO daily_sales (product_id, day, units)
SELECT product_id, (sold_at AT TIME ZONE 'UTC')::date, sum(units) FROM sales GROUP BY 1, 2;
INSERT INTO bestsellers (product_id, units) SELECT product_id, sum(units) FROM daily_sales GROUP BY 1;

-- One row for each order and product remains, so that an order heard twice counts once.
DROP INDEX sales_product;
