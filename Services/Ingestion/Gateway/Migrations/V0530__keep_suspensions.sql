-- Copies of the previous release cancel an erasure without asking whether the account was suspended meanwhile.
CREATE FUNCTION keep_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.status := 'suspended';
    RETURN NEW;
END
$$;
CREATE TRIGGER accounts_keep_suspension BEFORE UPDATE OF status ON accounts FOR EACH ROW
    WHEN (OLD.status = 'erasing' AND NEW.status = 'active' AND NEW.suspended_at IS NOT NULL)
    EXECUTE FUNCTION keep_suspension();
