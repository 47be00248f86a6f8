-- What people teach, as entries of the queue: whether everybody may have it.

ALTER TABLE reviews DROP CONSTRAINT reviews_kind_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_kind_check CHECK (kind IN ('submission', 'feedback', 'report', 'lesson'));
ALTER TABLE reviews DROP CONSTRAINT reviews_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_check CHECK ((kind IN ('submission', 'lesson')) = (topic IS NULL));

ALTER TABLE reviews ADD COLUMN lesson json;
ALTER TABLE reviews ADD COLUMN lesson_version bigint;
ALTER TABLE reviews ADD CONSTRAINT reviews_lesson_check
    CHECK ((kind = 'lesson') = (lesson IS NOT NULL) AND (kind = 'lesson') = (lesson_version IS NOT NULL));
COMMENT ON COLUMN reviews.lesson IS 'what a model took the food for, and where on which photo it is';
COMMENT ON COLUMN reviews.lesson_version IS 'of what vision tells of the lesson: an older word of it changes nothing';
