-- Photos that people sent. A row is there before the bytes are stored and until they are removed, so that none is ever
-- forgotten in the store. The bytes are sealed; object_id names them there, photo_id names the photo to its owner.
CREATE TABLE photos (
    object_id uuid PRIMARY KEY,
    photo_id uuid NOT NULL,
    account_id uuid NOT NULL,
    -- arriving: the bytes may not be there yet; draft: waits to be confirmed; kept: belongs to a scan;
    -- dropped: to be removed from the store, and then from here.
    state text NOT NULL CHECK (state IN ('arriving', 'draft', 'kept', 'dropped')),
    format text NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
    width integer NOT NULL CHECK (width BETWEEN 1 AND 12000),
    height integer NOT NULL CHECK (height BETWEEN 1 AND 12000),
    orientation integer NOT NULL CHECK (orientation BETWEEN 1 AND 8),
    byte_count integer NOT NULL CHECK (byte_count > 0),
    -- In millimetres on 35 mm film.
    focal_length double precision CHECK (focal_length > 0),
    -- Keyed hash of the bytes: finds duplicates, and without the key says nothing.
    content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
    scan_id uuid,
    -- When it got into its state.
    since timestamptz NOT NULL,
    CHECK (state <> 'kept' OR scan_id IS NOT NULL)
);

CREATE UNIQUE INDEX photos_current ON photos (photo_id) WHERE state IN ('draft', 'kept');
CREATE INDEX photos_state ON photos (state, since);
