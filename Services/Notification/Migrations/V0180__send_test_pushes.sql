-- Test messages to browsers: the newest of each browser.

CREATE TABLE push_tests (
    subscription_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    next_try_at timestamptz NOT NULL,
    held_until timestamptz,
    settled_at timestamptz
);
COMMENT ON COLUMN push_tests.held_until IS 'end of the lease of a running try, by the clock of the database; null without one';
CREATE INDEX push_tests_due ON push_tests (next_try_at) WHERE settled_at IS NULL;
CREATE INDEX push_tests_account ON push_tests (account_id);
