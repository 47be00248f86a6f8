-- What this service has taken in: one consumer group per service, so the schema names the consumer.

CREATE TABLE consumed (
    topic text NOT NULL,
    key text NOT NULL,
    last_sequence bigint NOT NULL CHECK (last_sequence >= 0),
    PRIMARY KEY (topic, key)
);

-- Our own position per partition; its row lock keeps two holders of one partition apart.
CREATE TABLE consumer_offsets (
    topic text NOT NULL,
    partition integer NOT NULL,
    epoch bigint NOT NULL DEFAULT 0,
    next_offset bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (topic, partition)
);

-- Records of lower epochs are ignored after a restore.
CREATE TABLE consumer_floor (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    epoch bigint NOT NULL DEFAULT 0
);
INSERT INTO consumer_floor DEFAULT VALUES;

CREATE TABLE holes (
    topic text NOT NULL,
    key text NOT NULL,
    highest_sequence bigint NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    asked integer NOT NULL DEFAULT 0,
    next_ask_at timestamptz NOT NULL DEFAULT now() + interval '2 seconds',
    PRIMARY KEY (topic, key)
);

CREATE TABLE gaps (
    topic text NOT NULL,
    partition integer NOT NULL,
    from_offset bigint NOT NULL,
    up_to bigint NOT NULL CHECK (up_to > from_offset),
    found_at timestamptz NOT NULL DEFAULT now(),
    asked integer NOT NULL DEFAULT 0,
    next_ask_at timestamptz NOT NULL DEFAULT now() + interval '2 seconds',
    PRIMARY KEY (topic, partition)
);

-- Events that policy had pruned before they could be taken in; snapshots stand in for them.
CREATE TABLE reported_losses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic text NOT NULL,
    key text NOT NULL,
    from_sequence bigint NOT NULL,
    to_sequence bigint NOT NULL,
    reported_at timestamptz NOT NULL DEFAULT now()
);
