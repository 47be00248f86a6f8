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

    /// Who works on scans, meals and purchases.
    struct Desks: Sendable {
        let scans: ScanDesk
        let recheck: ScanRecheck
        let recalls: RecallDesk
        let meals: MealDesk
        let purchases: PurchaseDesk

        init(_ repositories: Repositories, _ assessor: ScanAssessor, _ lexicon: Lexicon, _ sealer: Sealer) {
            meals = MealDesk(meals: repositories.meals, lexicon: lexicon, dishes: .builtIn, sealer: sealer)
            purchases = PurchaseDesk(
                purchases: repositories.purchases, products: repositories.products, reports: repositories.reports,
                bought: repositories.bought, numbers: repositories.numbers, lexicon: lexicon, dishes: .builtIn,
                sealer: sealer)
            recalls = RecallDesk(recalls: repositories.recalls, holders: repositories.holders)
            scans = ScanDesk(
                scans: repositories.scans, assessor: assessor, readings: repositories.readings, recalls: recalls)
            recheck = ScanRecheck(scans: repositories.scans, assessor: assessor, readings: repositories.readings)
        }
    }
}
