-- What was deleted is kept for 30 days; then only the row is left, so that nothing from before brings it back.
ALTER TABLE documents ADD COLUMN is_empty boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN documents.is_empty IS 'whether the body was let go of, long after the deletion';
CREATE INDEX documents_deleted ON documents (deleted_at) WHERE deleted_at IS NOT NULL AND NOT is_empty;
