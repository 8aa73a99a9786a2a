-- A delivery that was taken back by mistake is made again (design 6): deliveries and what takes them back alternate, and are
-- numbered as orders counts them. Entries of before have no number: there was one of each at most, 1 and 2.
ALTER TABLE receivable_entries
    ADD COLUMN delivery_version smallint,
    ADD CONSTRAINT receivable_entries_turn CHECK (
        delivery_version IS NULL
        OR (delivery_version > 0 AND kind = CASE delivery_version % 2 WHEN 1 THEN 'delivered' ELSE 'taken_back' END)
    ) NOT VALID;
