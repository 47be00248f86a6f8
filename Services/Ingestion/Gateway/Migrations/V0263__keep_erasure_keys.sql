-- What receipts of erasures were signed with: a receipt is checked long after the key that signed it was retired.
CREATE TABLE erasure_keys (
    -- Beginning of the SHA-256 of the key, as its tokens name it.
    key_id text PRIMARY KEY,
    -- P-256, both coordinates behind 0x04.
    public_key bytea NOT NULL CHECK (octet_length(public_key) = 65),
    since timestamptz NOT NULL
);
