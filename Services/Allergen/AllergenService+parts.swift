import Sealing

extension AllergenService {
    /// The writers of scans, meals and purchases.
    struct Writers: Sendable {
        let scans: ScanAnswerWriter
        let recheck: ScanRecheck
        let recalls: RecallAlertWriter
        let meals: MealAssessmentWriter
        let purchases: PurchaseAssessmentWriter

        init(_ assessor: ScanAssessor, _ lexicon: Lexicon, _ sealer: Sealer) {
            meals = MealAssessmentWriter(lexicon: lexicon, dishes: .builtIn, sealer: sealer)
            purchases = PurchaseAssessmentWriter(lexicon: lexicon, dishes: .builtIn, sealer: sealer)
            recalls = RecallAlertWriter(holders: ProductHolders())
            scans = ScanAnswerWriter(assessor: assessor, recalls: recalls)
            recheck = ScanRecheck(assessor: assessor)
        }
    }
}
