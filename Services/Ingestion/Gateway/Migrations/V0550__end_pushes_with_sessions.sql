-- The session in which a browser was subscribed: push messages to a lost phone end with its session. Null for subscriptions
-- that were made before this column.
ALTER TABLE push_subscriptions ADD COLUMN session_id uuid;
