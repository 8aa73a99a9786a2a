-- Why: the merchant marks what is in the seasonal sale (issue 9, `isOnSale` of spec 3).
ALTER TABLE products ADD COLUMN on_sale boolean NOT NULL DEFAULT false;
