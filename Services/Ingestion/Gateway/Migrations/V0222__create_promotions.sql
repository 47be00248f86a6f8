-- House promotions that a person was shown or has put away (BIL-14).
CREATE TABLE promotions (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    promotion text NOT NULL,
    shown_at timestamptz NOT NULL,
    dismissed_at timestamptz,
    PRIMARY KEY (account_id, promotion)
);
