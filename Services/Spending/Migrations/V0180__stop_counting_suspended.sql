-- What suspended accounts pay and answer counts for nobody else, until they are reinstated.
CREATE TABLE account_standings (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    is_suspended boolean NOT NULL
);
COMMENT ON TABLE account_standings IS 'accounts that were ever suspended';

CREATE TABLE suspended_contributors (
    contributor uuid PRIMARY KEY
);
COMMENT ON TABLE suspended_contributors IS 'marks of suspended accounts, without a word of which is whose';
COMMENT ON COLUMN suspended_contributors.contributor IS 'as in price_observations and code_answers';
