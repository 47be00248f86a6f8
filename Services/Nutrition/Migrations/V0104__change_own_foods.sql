-- Foods of a person's own can be taken away; the row goes after 30 days, as those of saved foods do.

ALTER TABLE own_foods ADD COLUMN deleted_at timestamptz;
COMMENT ON COLUMN own_foods.deleted_at IS 'the row goes after 30 days';
CREATE INDEX own_foods_deleted ON own_foods (deleted_at) WHERE deleted_at IS NOT NULL;
