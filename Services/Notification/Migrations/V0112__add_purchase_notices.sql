-- Notices about allergens in purchases, with the purchase they lead to.

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check
    CHECK (
        kind IN (
            'scanAssessed', 'allergenAlert', 'recall', 'mealAllergens', 'budgetExceeded', 'lowerPrice',
            'purchaseAllergens'));
ALTER TABLE notices ADD COLUMN receipt_id uuid;
COMMENT ON COLUMN notices.receipt_id IS 'the purchase of a notice about one';
