-- Meals and receipts that people photographed, by the day of their own calendar, as far as their plan bounds them (C12).
CREATE TABLE photo_days (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    day date NOT NULL,
    taken integer NOT NULL CHECK (taken > 0),
    PRIMARY KEY (account_id, day)
);

CREATE INDEX photo_days_day ON photo_days (day);
