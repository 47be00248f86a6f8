-- Purchases of files, which become commands a few at a time, behind what people do one by one.

CREATE TABLE import_queue (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    partition integer NOT NULL,
    record_sealed bytea NOT NULL,
    correlation_id uuid NOT NULL,
    queued_at timestamptz NOT NULL,
    ordered_at timestamptz
);
COMMENT ON COLUMN import_queue.partition IS 'of the account''s commands: how many of it are under way is bounded';
COMMENT ON COLUMN import_queue.ordered_at IS 'when its command was appended; the row goes when the purchase is there';
CREATE INDEX import_queue_by_account ON import_queue (account_id, position);
CREATE INDEX import_queue_under_way ON import_queue (partition) WHERE ordered_at IS NOT NULL;
