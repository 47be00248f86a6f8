-- What became of an operation is looked up when all accepted ones are compared with their effects.

CREATE INDEX outbox_by_operation ON outbox (operation_id) WHERE operation_id IS NOT NULL;
