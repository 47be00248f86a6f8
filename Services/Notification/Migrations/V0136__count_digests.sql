-- One digest a day for each way to a person, whichever way a clock jumps.

ALTER TABLE targets ADD COLUMN digested_on date;
COMMENT ON COLUMN targets.digested_on IS 'the person''s day of which the last digest went out this way; null before the first';
