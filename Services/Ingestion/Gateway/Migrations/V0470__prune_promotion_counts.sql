-- Counts of promotions are deleted by day.
CREATE INDEX promotion_counts_day ON promotion_counts (day);
