-- Notices about meals, with the meal they lead to.

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check
    CHECK (kind IN ('scanAssessed', 'allergenAlert', 'recall', 'mealAllergens'));
ALTER TABLE notices ADD COLUMN meal_id uuid;
COMMENT ON COLUMN notices.meal_id IS 'the meal of a notice about one';
