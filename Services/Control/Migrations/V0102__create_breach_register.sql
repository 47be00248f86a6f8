-- The register of breaches of security safeguards that PIPEDA (section 10.3) asks for: every one, for 24 months at least.
-- Steps are added, never changed or taken away; nothing prunes them.

CREATE TABLE breaches (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entered_at timestamptz NOT NULL DEFAULT now(),
    happened_at timestamptz NOT NULL,
    found_at timestamptz NOT NULL CHECK (found_at >= happened_at)
);

CREATE TABLE breach_steps (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number bigint NOT NULL REFERENCES breaches,
    at timestamptz NOT NULL DEFAULT now(),
    who text NOT NULL,
    step text NOT NULL CHECK (
        step IN ('described', 'assessed', 'contained', 'commissioner-told', 'people-told', 'noted', 'closed')),
    -- Of an assessment alone: how many people, and whether significant harm to them is likely.
    people bigint CHECK (people >= 0),
    is_significant boolean,
    detail text NOT NULL CHECK (length(detail) BETWEEN 1 AND 2000),
    CHECK ((step = 'assessed') = (people IS NOT NULL AND is_significant IS NOT NULL))
);
COMMENT ON COLUMN breach_steps.detail IS 'what happened and to what kind of data; never whom it concerns';
CREATE INDEX breach_steps_by_breach ON breach_steps (number, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the register of breaches is only added to';
END $$;
CREATE TRIGGER breaches_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON breaches
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER breach_steps_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON breach_steps
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
