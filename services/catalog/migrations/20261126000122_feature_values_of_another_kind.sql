-- Why: the values of a feature get another kind (text becomes numbers), and as many as all products of the shop say it: those after the
-- number `unconverted_after` still have values of the kind before. Apart from `behind_after`, which a release before takes for words alone.
-- small table: a shop has 500 features at most.
ALTER TABLE features ADD COLUMN unconverted_after bigint CHECK (unconverted_after >= 0);
