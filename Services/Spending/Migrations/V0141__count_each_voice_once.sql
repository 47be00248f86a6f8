-- One account has one voice about where a shop lies, ever, whatever it changes or takes back; who it is stays unknown.
CREATE TABLE store_voices (
    voice uuid PRIMARY KEY
);
COMMENT ON COLUMN store_voices.voice IS 'a person and a shop, by a hash that only the person''s sealed secret makes';

ALTER TABLE shoppers ADD COLUMN voice bytea;
COMMENT ON COLUMN shoppers.voice IS 'sealed; what the voices of the person are made from, kept when nothing is shared any more';

-- A change that is taken back takes the answer about a duplicate back too.
ALTER TABLE receipt_changes ADD COLUMN is_no_duplicate boolean;
COMMENT ON COLUMN receipt_changes.is_no_duplicate IS 'before the change; null of changes of earlier releases';

-- What took the place of what, for good: old purchases and budgets name products that are gone.
ALTER TABLE purchased_products ADD COLUMN absorbed jsonb;
COMMENT ON COLUMN purchased_products.absorbed IS 'ids of products whose place it took; null for none';
