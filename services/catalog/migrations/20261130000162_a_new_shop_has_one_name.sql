-- Why: a new shop was called Souk in each language by itself, and stayed so in those that its merchant did not write: now what he
-- writes in French stands for them.
-- small table: settings has one row
UPDATE settings
   SET shop_name = shop_name
       || CASE shop_name ->> 'ar' WHEN 'سوق' THEN '{"ar": ""}' ELSE '{}' END::jsonb
       || CASE shop_name ->> 'en' WHEN 'Souk' THEN '{"en": ""}' ELSE '{}' END::jsonb
 WHERE version = 1 OR shop_name ->> 'fr' <> 'Souk';
