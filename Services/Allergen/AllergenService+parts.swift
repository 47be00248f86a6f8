import Sealing

extension AllergenService {
    /// The repositories of `allergen`.
    struct Repositories: Sendable {
        let profiles = ProfileRepository()
        let pending = PendingScanRepository()
        let scans = ScanRepository()
        let reactions = ReactionRepository()
        let products = ProductRepository()
        let readings = ProductReadingRepository()
        let reports = ProductReportRepository()
        let recalls = RecallRepository()
        let holders = ProductHolders()
        let meals = MealRepository()
        let purchases = PurchaseRepository()
        let bought = BoughtProductRepository()
        let numbers = PurchaseNumberRepository()
    }

    /// The writers of scans, meals and purchases.
    struct Writers: Sendable {
        let scans: ScanAnswerWriter
        let recheck: ScanRecheck
        let recalls: RecallAlertWriter
        let meals: MealAssessmentWriter
        let purchases: PurchaseAssessmentWriter

        init(_ repositories: Repositories, _ assessor: ScanAssessor, _ lexicon: Lexicon, _ sealer: Sealer) {
            meals = MealAssessmentWriter(meals: repositories.meals, lexicon: lexicon, dishes: .builtIn, sealer: sealer)
            purchases = PurchaseAssessmentWriter(
                purchases: repositories.purchases, products: repositories.products, reports: repositories.reports,
                bought: repositories.bought, numbers: repositories.numbers, lexicon: lexicon, dishes: .builtIn,
                sealer: sealer)
            recalls = RecallAlertWriter(recalls: repositories.recalls, holders: repositories.holders)
            scans = ScanAnswerWriter(
                scans: repositories.scans, assessor: assessor, readings: repositories.readings, recalls: recalls)
            recheck = ScanRecheck(scans: repositories.scans, assessor: assessor, readings: repositories.readings)
        }
    }
}
