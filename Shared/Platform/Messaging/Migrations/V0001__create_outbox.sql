-- What this service has said, in order, until it is pruned; the durable truth behind its topics (DESIGN section 4).

CREATE TABLE relay_state (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    epoch bigint NOT NULL DEFAULT 1 CHECK (epoch > 0),
    cluster_id text
);
INSERT INTO relay_state DEFAULT VALUES;

-- The highest offset at which each partition confirmed a record in the current epoch.
CREATE TABLE relay_partitions (
    topic text NOT NULL,
    partition integer NOT NULL,
    highest_offset bigint NOT NULL,
    PRIMARY KEY (topic, partition)
);

-- The numbering of each (topic, key); its row lock, held to commit, puts writers of one key in order.
CREATE TABLE outbox_keys (
    topic text NOT NULL,
    key text NOT NULL,
    last_sequence bigint NOT NULL,
    first_sequence bigint NOT NULL DEFAULT 1 CHECK (first_sequence BETWEEN 1 AND last_sequence),
    PRIMARY KEY (topic, key)
);

CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic text NOT NULL,
    partition integer NOT NULL,
    key text NOT NULL,
    sequence bigint CHECK (sequence > 0),
    event_id uuid NOT NULL,
    type text NOT NULL,
    operation_id uuid,
    headers bytea NOT NULL,
    body bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_epoch bigint NOT NULL DEFAULT 0,
    sent_offset bigint,
    UNIQUE (topic, key, sequence)
);
COMMENT ON COLUMN outbox.sequence IS 'null outside the numbering: control records and dead-letter copies, deleted once sent';
COMMENT ON COLUMN outbox.sent_epoch IS 'the log epoch it was delivered in; 0 = to send';
CREATE INDEX outbox_to_send ON outbox (id) WHERE sent_epoch = 0;
CREATE INDEX outbox_by_offset ON outbox (topic, partition, sent_offset) WHERE sent_offset IS NOT NULL;
CREATE INDEX outbox_by_age ON outbox (created_at);

-- What consumers asked to have again, merged until the next round.
CREATE TABLE republish_requests (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    consumer text NOT NULL,
    topic text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('sequences', 'offsets', 'snapshots')),
    key text NOT NULL DEFAULT '',
    partition integer NOT NULL DEFAULT -1,
    from_position bigint NOT NULL DEFAULT 0,
    up_to bigint NOT NULL DEFAULT 0,
    requested_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (consumer, topic, kind, key, partition, from_position, up_to)
);
