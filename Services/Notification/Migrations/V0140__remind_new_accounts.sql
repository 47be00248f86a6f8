-- Who has never entered anything is reminded too, a few times (NOT-01).

ALTER TABLE day_plans ADD COLUMN invitations smallint NOT NULL DEFAULT 0 CHECK (invitations >= 0);
COMMENT ON COLUMN day_plans.invitations IS 'reminders that were made before anything was entered';
