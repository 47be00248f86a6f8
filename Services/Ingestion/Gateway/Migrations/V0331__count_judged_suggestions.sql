-- What people say of suggestions, counted by day: whether they were what was asked for, and whether they were of use. By nobody.
CREATE TABLE suggestion_judgements (
    day date NOT NULL,
    question text NOT NULL CHECK (question IN ('fits', 'useful')),
    answer boolean NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    PRIMARY KEY (day, question, answer)
);
