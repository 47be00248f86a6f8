-- `fmctl database-access record` looks sessions up by the begin of the resource.
CREATE INDEX audit_entries_database_access ON audit_entries (resource text_pattern_ops)
    WHERE action = 'database-access';
