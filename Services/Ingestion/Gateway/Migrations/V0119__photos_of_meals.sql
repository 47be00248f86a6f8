-- A photo belongs to a scan or to a meal.
COMMENT ON COLUMN photos.scan_id IS 'the scan or the meal that the photo was sent for';
