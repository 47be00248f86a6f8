-- How many photos can be looked at, and how long a look takes: what vision.capacity.v1 tells.

-- The copies, each by the number of the session advisory lock it holds; a row without it is one of a copy that is gone.
CREATE TABLE copies (
    worker integer PRIMARY KEY,
    -- Photos it can look at at the same time; 0 while it lacks what it needs for it.
    workers integer NOT NULL CHECK (workers >= 0)
);

-- Time of the newest looks.
CREATE TABLE recent_looks (
    look_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lane text NOT NULL CHECK (lane IN ('label', 'pro', 'basic')),
    seconds double precision NOT NULL CHECK (seconds >= 0)
);

-- What was told last; its lock is held by the copy that measures.
CREATE TABLE told_capacity (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    -- The data of the event.
    body json
);
INSERT INTO told_capacity DEFAULT VALUES;
