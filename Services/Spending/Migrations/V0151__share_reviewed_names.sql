-- What the staff has looked at needs no three people; three who say something else later count more.
ALTER TABLE code_names ADD COLUMN is_reviewed boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN code_names.is_reviewed IS 'whether the staff let it be shared: too few people say nothing against it';
