-- Records that came from an export, so that repeating an import doubles none.
CREATE TABLE imported_items (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind text NOT NULL,
    exported_id text NOT NULL,
    resource_id text NOT NULL,
    imported_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, exported_id)
);
COMMENT ON COLUMN imported_items.exported_id IS 'the id in the export, possibly of another account';
COMMENT ON COLUMN imported_items.resource_id IS 'the id that the record has now';
