-- What operators did that shows or changes what is people's: who, when, what.
CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    -- User of the operating system that ran fmctl.
    who text NOT NULL,
    action text NOT NULL,
    -- What it was applied to; ids and settings, nothing personal.
    detail text NOT NULL
);

CREATE INDEX audit_log_by_time ON audit_log (at);
