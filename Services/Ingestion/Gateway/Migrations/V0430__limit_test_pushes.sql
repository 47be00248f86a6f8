-- When a browser last got a test message: one a minute.

ALTER TABLE push_subscriptions ADD COLUMN tested_at timestamptz;
