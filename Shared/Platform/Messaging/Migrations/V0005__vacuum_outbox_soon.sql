-- Every row of the outbox is marked once and deleted once: what that leaves behind is taken away while it is little, at full
-- speed. With PostgreSQL's defaults the table grew under a steady load.

ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
