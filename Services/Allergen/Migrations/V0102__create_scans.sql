-- Label scans: the newest of each person in full, of older ones the compact fact (ALG-10, C18).

CREATE TABLE scans (
    scan_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    verdict text NOT NULL CHECK (verdict IN ('contains', 'couldNotRead', 'mayContain', 'notDetected')),
    complete boolean NOT NULL,
    language text,
    gtin text,
    contains text[] NOT NULL,
    may_contain text[] NOT NULL,
    other_matches integer NOT NULL CHECK (other_matches >= 0),
    profile_version bigint NOT NULL CHECK (profile_version >= 0),
    profile_empty boolean NOT NULL,
    profile_pending boolean NOT NULL,
    scanned_at timestamptz NOT NULL,
    assessed_at timestamptz NOT NULL,
    text bytea,
    details bytea,
    CHECK ((text IS NULL) = (details IS NULL))
);
COMMENT ON COLUMN scans.text IS 'sealed; null once the scan is kept as a compact fact';
COMMENT ON COLUMN scans.details IS 'sealed; null once the scan is kept as a compact fact';
CREATE INDEX scans_in_full ON scans (account_id, scanned_at DESC, scan_id DESC) WHERE details IS NOT NULL;

-- Scans whose profile version has not arrived (ALG-03). A row stays after the deadline has had it answered for all
-- fourteen allergens, so that the profile's arrival assesses it again.
CREATE TABLE pending_scans (
    scan_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    profile_version bigint NOT NULL CHECK (profile_version > 0),
    text bytea NOT NULL,
    language text,
    gtin text,
    scanned_at timestamptz NOT NULL,
    deadline_at timestamptz NOT NULL,
    answered_at timestamptz,
    event_id uuid NOT NULL,
    correlation_id uuid NOT NULL,
    operation_id uuid,
    traceparent text
);
COMMENT ON COLUMN pending_scans.profile_version IS 'the version the person had been promised';
COMMENT ON COLUMN pending_scans.text IS 'sealed';
COMMENT ON COLUMN pending_scans.event_id IS 'of the command; the late answer follows from it';
CREATE INDEX pending_scans_due ON pending_scans (deadline_at) WHERE answered_at IS NULL;
CREATE INDEX pending_scans_by_account ON pending_scans (account_id, profile_version);
CREATE INDEX pending_scans_answered ON pending_scans (answered_at) WHERE answered_at IS NOT NULL;
