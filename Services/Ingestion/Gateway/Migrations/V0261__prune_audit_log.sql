-- The audit log forgets what is old: whole seals with their entries, the oldest first. An anchor stays in their place for ever,
-- and the chain goes on from its hash.
CREATE TABLE audit_anchors (
    -- The last seal that went.
    seal_id bigint PRIMARY KEY CHECK (seal_id > 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    -- Entries that went, those of earlier anchors with them.
    entries bigint NOT NULL CHECK (entries > 0),
    -- The time of the newest of them.
    newest_at timestamptz NOT NULL,
    pruned_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The path of the functions below: the schema, and temporary tables last.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- An anchor follows the one before, stands for a seal that is there as it says, of which no entry is younger than a year, and
-- leaves one seal at least. What it says of the entries is counted here.
CREATE FUNCTION judge_audit_anchor() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    behind bigint;
    pruned bigint;
    seals bigint;
BEGIN
    SELECT seal_id, entries INTO behind, pruned FROM audit_anchors ORDER BY seal_id DESC LIMIT 1;
    behind := COALESCE(behind, 0);
    SELECT count(*), COALESCE(pruned, 0) + sum(cardinality(entries)) INTO seals, NEW.entries
    FROM audit_seals WHERE seal_id > behind AND seal_id <= NEW.seal_id;
    SELECT max(at) INTO NEW.newest_at FROM audit_entries WHERE entry_id IN (
        SELECT unnest(entries) FROM audit_seals WHERE seal_id > behind AND seal_id <= NEW.seal_id);
    NEW.pruned_at := clock_timestamp();
    IF seals IS DISTINCT FROM NEW.seal_id - behind
        OR NOT EXISTS (SELECT FROM audit_seals WHERE seal_id = NEW.seal_id AND hash = NEW.hash)
        OR NOT EXISTS (SELECT FROM audit_seals WHERE seal_id > NEW.seal_id)
        OR NEW.newest_at IS NULL OR NEW.newest_at > now() - interval '365 days'
    THEN
        RAISE EXCEPTION 'the audit log is pruned in order, a year back, and never whole'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER audit_anchors_follow BEFORE INSERT ON audit_anchors
    FOR EACH ROW EXECUTE FUNCTION judge_audit_anchor();
CREATE TRIGGER audit_anchors_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_anchors
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Only what an anchor stands for goes.
CREATE FUNCTION judge_audit_pruning() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    behind bigint := COALESCE((SELECT max(seal_id) FROM audit_anchors), 0);
    is_pruned boolean;
BEGIN
    IF TG_TABLE_NAME = 'audit_entries' THEN
        SELECT NOT EXISTS (
            SELECT entry_id FROM gone EXCEPT SELECT unnest(entries) FROM audit_seals WHERE seal_id <= behind
        ) INTO is_pruned;
    ELSE
        SELECT NOT EXISTS (SELECT FROM gone WHERE seal_id > behind)
            AND NOT EXISTS (SELECT FROM audit_entries WHERE entry_id IN (SELECT unnest(entries) FROM gone))
        INTO is_pruned;
    END IF;
    IF NOT is_pruned THEN
        RAISE EXCEPTION 'the audit log is only written to' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END
$$;
DROP TRIGGER audit_entries_stay ON audit_entries;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_go AFTER DELETE ON audit_entries REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION judge_audit_pruning();
DROP TRIGGER audit_seals_stay ON audit_seals;
CREATE TRIGGER audit_seals_stay BEFORE UPDATE OR TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_seals_go AFTER DELETE ON audit_seals REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION judge_audit_pruning();

-- The only way in which the gateway removes anything of it.
CREATE FUNCTION prune_audit_log(through bigint, known_hash bytea) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    removed bigint;
BEGIN
    INSERT INTO audit_anchors (seal_id, hash, entries, newest_at) VALUES (through, known_hash, 1, now());
    DELETE FROM audit_entries WHERE entry_id IN (
        SELECT unnest(entries) FROM audit_seals WHERE seal_id <= through);
    GET DIAGNOSTICS removed = ROW_COUNT;
    DELETE FROM audit_seals WHERE seal_id <= through;
    RETURN removed;
END
$$;
COMMENT ON FUNCTION prune_audit_log IS 'Puts an anchor in the place of the oldest seals, up to one whose hash the caller has reckoned';

REVOKE ALL ON FUNCTION prune_audit_log FROM PUBLIC;
DO $$
BEGIN
    EXECUTE format(
        'REVOKE INSERT, UPDATE, DELETE ON audit_anchors FROM %I', current_setting('migration.role'));
    EXECUTE format('GRANT EXECUTE ON FUNCTION prune_audit_log TO %I', current_setting('migration.role'));
END
$$;
