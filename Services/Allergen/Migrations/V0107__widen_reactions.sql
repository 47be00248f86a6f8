-- Reactions may name kinds of allergens, the time of day, and a product, scan or meal.

ALTER TABLE reactions DROP CONSTRAINT reactions_allergens_check;
ALTER TABLE reactions ADD CONSTRAINT reactions_allergens_check
    CHECK (array_to_string(allergens, ',', '*') ~ '^([a-z][A-Za-z]*(,[a-z][A-Za-z]*)*)?$');
ALTER TABLE reactions ADD COLUMN time_of_day time;
ALTER TABLE reactions ADD COLUMN gtin text CHECK (gtin ~ '^[0-9]{14}$');
ALTER TABLE reactions ADD COLUMN scan_id uuid;
ALTER TABLE reactions ADD COLUMN meal_id uuid;
COMMENT ON COLUMN reactions.time_of_day IS 'by the person''s clock';
