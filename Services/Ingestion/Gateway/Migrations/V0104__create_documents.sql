-- What the services published last of each resource: the data of the event as it came, personal fields still sealed.
CREATE TABLE documents (
    kind text NOT NULL,
    id uuid NOT NULL,
    owner uuid NOT NULL,
    -- Order within a list, newest first: microseconds since 1970.
    sort_key bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    body json NOT NULL,
    deleted_at timestamptz,
    PRIMARY KEY (kind, id)
);

CREATE INDEX documents_list ON documents (owner, kind, sort_key DESC, id DESC) WHERE deleted_at IS NULL;

-- What happened to an account's resources, for event streams. An account's rows become visible in the order of their
-- ids: whoever adds one holds the lock of the account's partition until the end of the transaction.
CREATE TABLE account_events (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid NOT NULL,
    type text NOT NULL,
    resource_kind text NOT NULL,
    resource_id uuid NOT NULL,
    version bigint,
    operation_id uuid,
    created_at timestamptz NOT NULL
);

CREATE INDEX account_events_account ON account_events (account_id, event_id);
CREATE INDEX account_events_created ON account_events (created_at);
