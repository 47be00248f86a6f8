-- Figures that a person typed for a food on a photo: the next photo of it gets them.
ALTER TABLE lessons ADD COLUMN figures json;
COMMENT ON COLUMN lessons.figures IS 'thousandths of each nutrient''s unit by its code, and the mass that they are of';
