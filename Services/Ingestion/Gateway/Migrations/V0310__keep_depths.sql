-- A map of depths lies in the photo store beside the photo of its meal: a row of photos, that nobody is shown as one.
ALTER TABLE photos DROP CONSTRAINT photos_format_check;
ALTER TABLE photos ADD CONSTRAINT photos_format_check CHECK (format IN ('jpeg', 'png', 'webp', 'depth'));
COMMENT ON COLUMN photos.format IS 'how it is encoded; depth of a map of depths';
