-- Notices about the account itself, plans and payments, reports, days and what everybody is told, with what they lead to.

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check
    CHECK (
        kind IN (
            'scanAssessed', 'allergenAlert', 'recall', 'mealAllergens', 'budgetExceeded', 'lowerPrice',
            'purchaseAllergens', 'grantChanged', 'exportReady', 'subscriptionChanged', 'paymentChanged', 'reportReady',
            'intakeOffGoal', 'dailyReport', 'mealReminder', 'submissionReviewed', 'releaseNotes', 'serviceDegraded',
            'retirement'));
ALTER TABLE notices ADD COLUMN payment_id uuid;
ALTER TABLE notices ADD COLUMN grant_id uuid;
ALTER TABLE notices ADD COLUMN export_id uuid;
ALTER TABLE notices ADD COLUMN submission_id uuid;
ALTER TABLE notices ADD COLUMN day date;
COMMENT ON COLUMN notices.payment_id IS 'the payment of a notice about one';
COMMENT ON COLUMN notices.grant_id IS 'the grant of a notice about one';
COMMENT ON COLUMN notices.export_id IS 'the export of a notice about one';
COMMENT ON COLUMN notices.submission_id IS 'the submitted food of a notice about one';
COMMENT ON COLUMN notices.day IS 'the day of a notice about one, by the person''s calendar';
