-- Households: who belongs to them, and which purchases their members share (SPD-25).

CREATE TABLE households (
    household_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    name_sealed bytea,
    created_at timestamptz NOT NULL
);
COMMENT ON COLUMN households.name_sealed IS 'sealed with the owner''s key; null when that is gone and nobody has named it since';
CREATE INDEX households_owner ON households (owner_id);

-- One row for each stay. What is shared refers to it, and ends with it.
CREATE TABLE household_members (
    member_id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    name_sealed bytea NOT NULL,
    shares_new boolean NOT NULL,
    version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    joined_at timestamptz NOT NULL,
    ended_at timestamptz
);
COMMENT ON COLUMN household_members.name_sealed IS 'sealed: what the others read beside what the member shares';
COMMENT ON COLUMN household_members.shares_new IS 'whether purchases are shared from when they are entered';
CREATE UNIQUE INDEX household_members_standing ON household_members (account_id) WHERE ended_at IS NULL;
CREATE INDEX household_members_account ON household_members (account_id);
CREATE INDEX household_members_household ON household_members (household_id) WHERE ended_at IS NULL;

-- An invitation works once and in time; nobody is named in it.
CREATE TABLE household_invitations (
    -- SHA-256 of the 256 random bits of the code, which is told once.
    code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
    household_id uuid NOT NULL REFERENCES households ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);
CREATE INDEX household_invitations_household ON household_invitations (household_id);

CREATE TABLE shared_receipts (
    receipt_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    member_id uuid,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN shared_receipts.member_id IS 'the membership that it is shared by; null when it is shared no more';
CREATE INDEX shared_receipts_member ON shared_receipts (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX shared_receipts_account ON shared_receipts (account_id);
