-- Trials: one for each person, and one for each card.

-- The order that waits for the page where a card is left: no payment stands for it.
ALTER TABLE subscriptions ADD COLUMN operation_id uuid, ADD COLUMN correlation_id uuid,
    ADD CHECK ((operation_id IS NULL) = (correlation_id IS NULL));
COMMENT ON COLUMN subscriptions.operation_id IS 'the order that waits for the page where a card is left; null when none does';

CREATE TABLE trials (
    account_id uuid PRIMARY KEY,
    subscription_id uuid NOT NULL,
    started_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL CHECK (ends_at > started_at)
);
COMMENT ON TABLE trials IS 'who has had a trial: stays when the subscription is gone';

CREATE TABLE trial_cards (
    card_hash bytea PRIMARY KEY CHECK (length(card_hash) = 32)
);
COMMENT ON COLUMN trial_cards.card_hash IS 'keyed hash of what the provider knows the card again by; of whom it is stands nowhere';
