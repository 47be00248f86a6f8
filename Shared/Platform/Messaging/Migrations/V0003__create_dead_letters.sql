-- Events set aside, and behind each the later events of the same resource, untried and in order.

CREATE TABLE dead_letters (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic text NOT NULL,
    resource text NOT NULL,
    state text NOT NULL CHECK (state IN ('dead', 'parked')),
    partition integer NOT NULL,
    log_offset bigint NOT NULL,
    key bytea,
    headers bytea NOT NULL,
    body bytea,
    type text,
    operation_id uuid,
    correlation_id uuid,
    reason text,
    attempts integer NOT NULL DEFAULT 0,
    replays integer NOT NULL DEFAULT 0,
    failed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN dead_letters.body IS 'the original bytes, still sealed';
CREATE INDEX dead_letters_by_resource ON dead_letters (topic, resource, id);
CREATE INDEX dead_letters_by_age ON dead_letters (failed_at);

-- What an operator asked for; the service itself does it, so that order and locks hold.
CREATE TABLE dead_letter_orders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dead_letter_id bigint NOT NULL,
    topic text NOT NULL,
    resource text NOT NULL,
    action text NOT NULL CHECK (action IN ('replay', 'discard')),
    dry_run boolean NOT NULL DEFAULT false,
    force boolean NOT NULL DEFAULT false,
    begun boolean NOT NULL DEFAULT false,
    replayed integer NOT NULL DEFAULT 0,
    ordered_at timestamptz NOT NULL DEFAULT now(),
    done_at timestamptz,
    outcome text
);
CREATE INDEX dead_letter_orders_open ON dead_letter_orders (id) WHERE done_at IS NULL;
