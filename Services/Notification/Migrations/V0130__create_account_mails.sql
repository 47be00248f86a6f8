-- Which version of a person's contact is known: an older one changes nothing. The address itself is a target, once it is
-- verified.
CREATE TABLE contacts (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    is_verified boolean NOT NULL,
    changed_at timestamptz NOT NULL
);

-- Mails about the accounts themselves, on their way: nobody can turn them off, and none is lost in silence.
CREATE TABLE account_mails (
    mail_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL
        CHECK (kind IN ('verification', 'recovery', 'passwordChanged', 'addressChanged', 'erasureScheduled')),
    locale text NOT NULL,
    parameters bytea,
    expires_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 8),
    first_tried_at timestamptz,
    next_try_at timestamptz NOT NULL,
    settled_at timestamptz,
    proof text,
    reason text,
    created_at timestamptz NOT NULL,
    CHECK ((tries = 0) = (first_tried_at IS NULL)),
    CHECK ((state = 'queued') = (settled_at IS NULL)),
    CHECK ((state = 'queued') = (parameters IS NOT NULL))
);
COMMENT ON COLUMN account_mails.parameters IS 'sealed: the address and the code; gone once nothing is to be sent any more';
COMMENT ON COLUMN account_mails.next_try_at IS 'while a try is under way, when its lease ends';
COMMENT ON COLUMN account_mails.expires_at IS 'after this what it says is of no use any more, and it fails';
CREATE INDEX account_mails_due ON account_mails (next_try_at) WHERE state = 'queued';
CREATE INDEX account_mails_old ON account_mails (created_at) WHERE state <> 'queued';
CREATE INDEX account_mails_account ON account_mails (account_id);
