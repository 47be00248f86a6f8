-- Foods that a person does not want to be recommended.
CREATE TABLE disliked_foods (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    food_id text NOT NULL,
    disliked_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, food_id)
);
