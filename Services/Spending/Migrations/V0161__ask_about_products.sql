-- Products that a language model is still to be asked about, where one is configured: which, not what they are.
CREATE TABLE product_questions (
    product_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0)
);
CREATE INDEX product_questions_due ON product_questions (due_at, product_id);
CREATE INDEX product_questions_account ON product_questions (account_id);
