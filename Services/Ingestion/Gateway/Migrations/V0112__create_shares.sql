-- Links by which others see the picture of a meal. A link ends by its time, by its owner, and with its meal.
CREATE TABLE shares (
    share_id uuid PRIMARY KEY,
    -- SHA-256 of the 256 random bits in the link; the link itself is told once and kept nowhere.
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    account_id uuid NOT NULL,
    meal_id uuid NOT NULL,
    -- What the picture shows, and in which language.
    nutrients text[] NOT NULL,
    language text NOT NULL CHECK (language IN ('en', 'fr', 'es', 'zh')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CHECK (expires_at > created_at)
);

CREATE INDEX shares_account ON shares (account_id, created_at DESC);
CREATE INDEX shares_expires ON shares (expires_at);
