-- What happened around accounts: who did what, to whose account, with what end. Only written to, and chained (GW-28).
CREATE TABLE audit_entries (
    entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    category text NOT NULL CHECK (category IN ('security', 'access', 'operations')),
    action text NOT NULL CHECK (length(action) BETWEEN 1 AND 64),
    actor_id uuid,
    actor_role text NOT NULL CHECK (length(actor_role) BETWEEN 1 AND 32),
    subject_id uuid,
    resource text CHECK (length(resource) <= 200),
    outcome text NOT NULL CHECK (outcome IN ('succeeded', 'refused')),
    reason_id uuid,
    reason_sealed bytea,
    request_id uuid,
    address_hash bytea CHECK (octet_length(address_hash) = 32),
    times integer NOT NULL DEFAULT 1 CHECK (times > 0),
    CHECK ((reason_id IS NULL) = (reason_sealed IS NULL))
);
COMMENT ON COLUMN audit_entries.category IS 'who may read it (C11): security and access, or operations';
COMMENT ON COLUMN audit_entries.actor_id IS 'the account that acted; null of the system, an operator, and nobody known';
COMMENT ON COLUMN audit_entries.subject_id IS 'the account it was done to; null when there is none';
COMMENT ON COLUMN audit_entries.resource IS 'a route''s name and an id, never words';
COMMENT ON COLUMN audit_entries.reason_sealed IS 'sealed: why a member of staff did it, under the key of the subject';
COMMENT ON COLUMN audit_entries.address_hash IS 'keyed hash of the network address';
COMMENT ON COLUMN audit_entries.times IS 'how often, of what is summed up';

CREATE INDEX audit_entries_category ON audit_entries (category, entry_id);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, entry_id) WHERE subject_id IS NOT NULL;

-- What waits to be sealed. Entries become visible out of the order of their ids, so a seal names its entries one by one.
CREATE TABLE audit_unsealed (
    entry_id bigint PRIMARY KEY
);

-- Each seal chains a batch of entries to the seal before: change, removal and insertion show (`fmctl audit verify`).
CREATE TABLE audit_seals (
    seal_id bigint PRIMARY KEY CHECK (seal_id > 0),
    sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    entries bigint[] NOT NULL CHECK (cardinality(entries) BETWEEN 1 AND 1000),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
COMMENT ON COLUMN audit_seals.hash IS 'SHA-256 of the entries behind the hash of the seal before';

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only written to' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_seals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE FUNCTION queue_for_sealing() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO audit_unsealed (entry_id) VALUES (NEW.entry_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER audit_entries_queue AFTER INSERT ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION queue_for_sealing();

-- The gateway itself may add, and read; the triggers hold for everybody else.
DO $$
BEGIN
    EXECUTE format(
        'REVOKE UPDATE, DELETE ON audit_entries, audit_seals FROM %I', current_setting('migration.role'));
END
$$;
