-- Notices about budgets, with the budget they lead to.

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check
    CHECK (kind IN ('scanAssessed', 'allergenAlert', 'recall', 'mealAllergens', 'budgetExceeded'));
ALTER TABLE notices ADD COLUMN budget_id uuid;
COMMENT ON COLUMN notices.budget_id IS 'the budget of a notice about one';
