-- small table: 1,541 communes, and at most some thousand tariffs of a transporter.
-- A tariff for a commune names the wilaya that the commune belongs to: under another one it serves nobody. It goes along where
-- the law gives the commune to another wilaya.
DELETE FROM tariffs t USING communes c WHERE c.code = t.commune_code AND c.wilaya_code <> t.wilaya_code;
ALTER TABLE communes ADD UNIQUE (code, wilaya_code);
ALTER TABLE tariffs ADD FOREIGN KEY (commune_code, wilaya_code) REFERENCES communes (code, wilaya_code) ON UPDATE CASCADE;
