-- What a notice needs to know of a person: the language to write in and the clock to go by.

CREATE TABLE accounts (
    account_id uuid PRIMARY KEY,
    locale text NOT NULL,
    time_zone text NOT NULL
);
COMMENT ON COLUMN accounts.locale IS 'BCP 47, such as fr-CA';
COMMENT ON COLUMN accounts.time_zone IS 'IANA name, such as America/Toronto';
