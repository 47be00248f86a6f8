-- A link may show the photo of its meal too, when its owner says so.
ALTER TABLE shares ADD COLUMN photo_id uuid;
COMMENT ON COLUMN shares.photo_id IS 'object_id of the photo that is shown beside the picture; null of a link without one';
-- What belongs to a meal is found when it is shared.
CREATE INDEX photos_owner ON photos (scan_id) WHERE scan_id IS NOT NULL;
