-- A person's older scans are compacted together, a while after the first one that was one too many.

ALTER TABLE due_compactions ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN due_compactions.due_at IS 'at once for a row of the release before';
CREATE INDEX due_compactions_due ON due_compactions (due_at);
