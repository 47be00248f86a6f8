-- What accounts may do beyond their own records (GW-24), and what had to be shown before (GW-32).
CREATE TABLE staff_roles (
    staff_role_id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    role text NOT NULL CHECK (role ~ '^[a-z-]{1,32}$'),
    granted_by uuid,
    granted_at timestamptz NOT NULL,
    cleared_on date,
    rules_signed_on date,
    trained_on date,
    ends_at timestamptz,
    revoked_at timestamptz,
    revoked_by uuid,
    -- Permanent only with all three.
    CHECK (
        ends_at IS NOT NULL
        OR (cleared_on IS NOT NULL AND rules_signed_on IS NOT NULL AND trained_on IS NOT NULL)),
    CHECK (ends_at > granted_at)
);
COMMENT ON COLUMN staff_roles.granted_by IS 'the account of the administrator; null of an operator';

CREATE UNIQUE INDEX staff_roles_standing ON staff_roles (account_id, role) WHERE revoked_at IS NULL;

-- When a member of staff opened the records of an account's security in an emergency; why is in the audit log.
CREATE TABLE broken_glasses (
    broken_glass_id uuid PRIMARY KEY,
    subject_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    staff_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    broken_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    CHECK (ends_at > broken_at)
);

CREATE INDEX broken_glasses_staff ON broken_glasses (staff_id, subject_id, ends_at);

ALTER TABLE accounts ADD COLUMN suspended_at timestamptz;
ALTER TABLE accounts ADD COLUMN suspension_sealed bytea;
COMMENT ON COLUMN accounts.suspension_sealed IS 'sealed: why the account is suspended, as the person is told (GW-31)';
CREATE INDEX accounts_created ON accounts (created_at);
