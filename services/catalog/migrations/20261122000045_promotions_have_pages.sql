-- small table: the shop's promotions, 500 in force or planned
-- Why: a promotion has a page of its own, with a banner, a subtitle and a slogan (spec 3 "Discount").
ALTER TABLE promotions
    ADD COLUMN subtitle jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN slogan   jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN banner   jsonb;
