-- The provider is asked to forget whoever is erased (BIL-18).
ALTER TABLE provider_calls
    DROP CONSTRAINT provider_calls_kind_check,
    DROP CONSTRAINT provider_calls_check,
    DROP CONSTRAINT provider_calls_check1,
    ADD CONSTRAINT provider_calls_kind_check
        CHECK (kind IN ('open_page', 'close_page', 'charge', 'refund', 'look', 'forget')),
    ADD CONSTRAINT provider_calls_charge_check CHECK (kind IN ('look', 'forget') OR charge_key IS NOT NULL),
    ADD CONSTRAINT provider_calls_object_check CHECK (kind NOT IN ('look', 'refund', 'forget') OR object_id IS NOT NULL);
COMMENT ON COLUMN provider_calls.object_id IS
    'the provider''s name for what is looked at, given back or forgotten, and for whoever was erased while being charged';
