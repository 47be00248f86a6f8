-- Notices about lower prices, with the product they are about.

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check
    CHECK (kind IN ('scanAssessed', 'allergenAlert', 'recall', 'mealAllergens', 'budgetExceeded', 'lowerPrice'));
ALTER TABLE notices ADD COLUMN product_id uuid;
COMMENT ON COLUMN notices.product_id IS 'the bought product of a notice about a price';
