-- What a person sees and changes of their account, and by what they know their sessions apart.
ALTER TABLE accounts ADD COLUMN version bigint NOT NULL DEFAULT 1 CHECK (version > 0);
ALTER TABLE accounts ADD COLUMN details_sealed bytea;
ALTER TABLE accounts ADD COLUMN username_index bytea UNIQUE CHECK (octet_length(username_index) = 32);
COMMENT ON COLUMN accounts.details_sealed IS 'sealed: name and user name; null while the person has given neither';
COMMENT ON COLUMN accounts.username_index IS 'keyed hash of the user name, which signs in like the address (C1)';

ALTER TABLE sessions ADD COLUMN client_sealed bytea;
COMMENT ON COLUMN sessions.client_sealed IS 'sealed: how the client called itself when it signed in';
