-- How an alert went out stands with its notice, where the person reads it.

ALTER TABLE notices ADD COLUMN deliveries jsonb;
COMMENT ON COLUMN notices.deliveries IS 'channel, state, proof and time of each message that is settled; of alerts alone';
