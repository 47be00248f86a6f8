-- The data keys of accounts. Tables belong to the administrator; services reach them through the functions below alone,
-- which run with the privileges of this schema's own role. Keys arrive wrapped: no statement ever sees one in clear.

CREATE TABLE accounts (
    account_id uuid PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    erased_at timestamptz
);
COMMENT ON TABLE accounts IS 'Every account that ever had a key; an erased one stays for ever, so that nothing revives it';

CREATE TABLE data_keys (
    account_id uuid NOT NULL REFERENCES accounts,
    generation integer NOT NULL CHECK (generation > 0),
    master_key_id text NOT NULL CHECK (master_key_id <> ''),
    wrapped_key bytea NOT NULL CHECK (octet_length(wrapped_key) BETWEEN 60 AND 200),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, generation)
);
CREATE INDEX data_keys_master_key_id ON data_keys (master_key_id);

-- The functions below keep this path: the schema, and temporary tables last, so that nobody can put one in between.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

CREATE FUNCTION create_key(account uuid, master_key text, wrapped bytea) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO accounts (account_id) VALUES (account) ON CONFLICT (account_id) DO NOTHING;
    IF FOUND THEN
        INSERT INTO data_keys (account_id, generation, master_key_id, wrapped_key)
        VALUES (account, 1, master_key, wrapped);
        RETURN 'done';
    END IF;
    PERFORM 1 FROM accounts WHERE account_id = account AND erased_at IS NOT NULL;
    IF FOUND THEN RETURN 'erased'; END IF;
    RETURN 'present';
END $$;
COMMENT ON FUNCTION create_key IS 'Keeps the first key of an account: done, present, or erased';

CREATE FUNCTION read_keys(account uuid)
RETURNS TABLE (is_erased boolean, generation integer, master_key_id text, wrapped_key bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
    SELECT a.erased_at IS NOT NULL, k.generation, k.master_key_id, k.wrapped_key
    FROM accounts a LEFT JOIN data_keys k ON k.account_id = a.account_id
    WHERE a.account_id = account
$$;
COMMENT ON FUNCTION read_keys IS 'All generations of a key; one row without a key for an erased account, none for an unknown one';

CREATE FUNCTION add_generation(account uuid, new_generation integer, master_key text, wrapped bytea) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    newest integer;
BEGIN
    PERFORM 1 FROM accounts WHERE account_id = account AND erased_at IS NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN 'erased'; END IF;
    SELECT max(generation) INTO newest FROM data_keys WHERE account_id = account;
    IF newest >= new_generation THEN RETURN 'present'; END IF;
    INSERT INTO data_keys (account_id, generation, master_key_id, wrapped_key)
    VALUES (account, new_generation, master_key, wrapped);
    RETURN 'done';
END $$;
COMMENT ON FUNCTION add_generation IS 'Keeps a further generation of a key: done, present, or erased';

CREATE FUNCTION destroy_key(account uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO accounts (account_id, erased_at) VALUES (account, now())
    ON CONFLICT (account_id) DO UPDATE SET erased_at = now() WHERE accounts.erased_at IS NULL;
    DELETE FROM data_keys WHERE account_id = account;
END $$;
COMMENT ON FUNCTION destroy_key IS 'Erases an account for ever, known or not';

CREATE FUNCTION read_keys_not_under(master_key text, most integer)
RETURNS TABLE (account_id uuid, generation integer, master_key_id text, wrapped_key bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
    SELECT k.account_id, k.generation, k.master_key_id, k.wrapped_key
    FROM data_keys k WHERE k.master_key_id <> master_key
    ORDER BY k.account_id, k.generation LIMIT most
$$;
COMMENT ON FUNCTION read_keys_not_under IS 'Keys that another master key wraps, for wrapping them again';

CREATE FUNCTION rewrap_key(account uuid, of_generation integer, old_master_key text, master_key text, wrapped bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE data_keys SET master_key_id = master_key, wrapped_key = wrapped
    WHERE account_id = account AND generation = of_generation AND master_key_id = old_master_key;
    RETURN FOUND;
END $$;
COMMENT ON FUNCTION rewrap_key IS 'Replaces the wrapping of one key; false when it was destroyed or wrapped again meanwhile';

-- Functions run as the schema's role, which may not take an erased account out of the list.
DO $$
DECLARE
    ring_role text := current_setting('migration.role');
    one regprocedure;
BEGIN
    EXECUTE format('REVOKE DELETE, TRUNCATE ON accounts FROM %I', ring_role);
    FOR one IN SELECT oid FROM pg_proc WHERE pronamespace = current_schema()::regnamespace LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one);
        EXECUTE format('ALTER FUNCTION %s OWNER TO %I', one, ring_role);
    END LOOP;
END $$;
