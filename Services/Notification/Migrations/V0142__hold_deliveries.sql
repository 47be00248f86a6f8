-- A try under way is one copy's, however far apart the copies' clocks are: the database's own says until when.

ALTER TABLE deliveries ADD COLUMN held_until timestamptz;
COMMENT ON COLUMN deliveries.held_until IS 'until when a try under way is somebody''s, by the database; null of none';

ALTER TABLE account_mails ADD COLUMN held_until timestamptz;
COMMENT ON COLUMN account_mails.held_until IS 'until when a try under way is somebody''s, by the database; null of none';
