-- What people paid who were erased since: sums of nobody, so that past revenue stays what it was (BIL-19).

CREATE TABLE settled_revenue (
    month text NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
    plan text NOT NULL,
    currency text NOT NULL,
    paid bigint NOT NULL CHECK (paid >= 0),
    refunded bigint NOT NULL CHECK (refunded >= 0),
    net_paid bigint NOT NULL CHECK (net_paid >= 0),
    net_refunded bigint NOT NULL CHECK (net_refunded >= 0),
    payers bigint NOT NULL CHECK (payers > 0),
    PRIMARY KEY (month, plan, currency)
);
COMMENT ON COLUMN settled_revenue.paid IS 'minor units of the currency with taxes, as refunded; net_paid and net_refunded are without';
COMMENT ON COLUMN settled_revenue.payers IS 'how many of the erased paid or were given back in the month';
