-- Copies of the previous release suspend and reinstate accounts without counting it, so that snapshots would leave these out.
CREATE FUNCTION count_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.standing_version := OLD.standing_version + 1;
    RETURN NEW;
END
$$;
CREATE TRIGGER accounts_count_standings BEFORE UPDATE OF status ON accounts FOR EACH ROW
    WHEN (
        NEW.standing_version = OLD.standing_version AND NEW.status <> OLD.status
        AND OLD.status IN ('active', 'suspended') AND NEW.status IN ('active', 'suspended'))
    EXECUTE FUNCTION count_standing();
