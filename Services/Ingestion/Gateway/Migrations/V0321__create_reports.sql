-- Reports that people keep: what a meal or a day amounted to when they asked for it, whatever becomes of it later.

CREATE TABLE reports (
    report_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    subject text NOT NULL CHECK (subject IN ('meal', 'day')),
    day date NOT NULL,
    report_sealed bytea NOT NULL,
    made_at timestamptz NOT NULL
);
CREATE INDEX reports_newest ON reports (account_id, made_at DESC, report_id DESC);
