-- How long an order takes to reach the provider is measured (BIL-06).

ALTER TABLE provider_calls ADD COLUMN ordered_at timestamptz;
COMMENT ON COLUMN provider_calls.ordered_at IS 'when the gateway took in the order that asks for it; null of what nobody ordered';
