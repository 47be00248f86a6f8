-- From where people have signed in: whoever guesses at their password elsewhere does not keep them out there.
CREATE TABLE sign_in_networks (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- Keyed hash of the address, as in the audit log.
    network_hash bytea NOT NULL CHECK (octet_length(network_hash) = 32),
    last_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, network_hash)
);

CREATE INDEX sign_in_networks_last ON sign_in_networks (last_at);
