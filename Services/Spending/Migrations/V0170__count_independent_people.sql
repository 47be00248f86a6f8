-- Accounts are not people: what others are shown rests on verified accounts of some age, each from another network.
ALTER TABLE price_observations ADD COLUMN counts_from date;
ALTER TABLE price_observations ADD COLUMN network uuid;
COMMENT ON COLUMN price_observations.counts_from IS 'when the account counts as an independent person; null while it does not';
COMMENT ON COLUMN price_observations.network IS 'hash of the voucher''s network with thing and shop; null of observations of earlier releases';

ALTER TABLE code_answers ADD COLUMN counts_from date;
ALTER TABLE code_answers ADD COLUMN network uuid;
COMMENT ON COLUMN code_answers.counts_from IS 'as in price_observations';
COMMENT ON COLUMN code_answers.network IS 'hash of the voucher''s network with the code; null of answers of earlier releases';

-- Nothing is known of the people behind what was counted before: names in a person's words, and where shops lie.
DELETE FROM stores;
DELETE FROM code_names WHERE NOT is_reviewed;
DELETE FROM store_voices;
DELETE FROM store_places;
DELETE FROM store_middles;
COMMENT ON TABLE stores IS 'not used any more: shops have the names that a register tells';
