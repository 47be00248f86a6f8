-- Sessions that expire are ended like others, so that push messages to their browsers end too.
ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check,
    ADD CONSTRAINT sessions_end_reason_check
        CHECK (end_reason IN ('signed-out', 'reuse-detected', 'revoked', 'expired'));
CREATE INDEX sessions_open ON sessions (expires_at) WHERE ended_at IS NULL;
