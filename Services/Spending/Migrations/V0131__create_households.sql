-- Who belongs to which household, and what they share with it (SPD-25); the gateway tells both.

-- One row for each stay; what refers to one that is ended, or not known, is shared with nobody.
CREATE TABLE household_members (
    member_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    household_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    ended_at timestamptz
);
CREATE INDEX household_members_household ON household_members (household_id) WHERE ended_at IS NULL;
CREATE INDEX household_members_account ON household_members (account_id);

-- Purchases that are shared, or were; one may be known here before the purchase itself.
CREATE TABLE shared_receipts (
    receipt_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    member_id uuid
);
COMMENT ON COLUMN shared_receipts.member_id IS 'the membership that it is shared by; null when it is shared no more';
CREATE INDEX shared_receipts_member ON shared_receipts (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX shared_receipts_account ON shared_receipts (account_id);

-- The budgets of households.
CREATE INDEX budgets_member ON budgets ((terms ->> 'memberID')) WHERE deleted_at IS NULL;
