-- Who has more scans in full than are kept; worked off a moment after the scan that was one too many.

CREATE TABLE due_compactions (
    account_id uuid PRIMARY KEY
);

INSERT INTO due_compactions (account_id)
SELECT account_id FROM scans WHERE details IS NOT NULL GROUP BY account_id HAVING count(*) > 10;
