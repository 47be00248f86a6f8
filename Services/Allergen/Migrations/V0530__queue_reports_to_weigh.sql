-- A product is weighed again after a change of an account's standing, even if the account is erased before that.
ALTER TABLE product_reports ADD COLUMN due_at timestamptz;
COMMENT ON COLUMN product_reports.due_at IS 'when is_suspended is to be inverted and the product weighed again; null if not due';
CREATE INDEX product_reports_due ON product_reports (due_at, gtin) WHERE due_at IS NOT NULL;
COMMENT ON COLUMN account_standings.is_due IS 'their reports are still to be compared with the standing';
