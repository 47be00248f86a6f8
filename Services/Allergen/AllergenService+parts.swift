import Sealing

extension AllergenService {
    /// Where `allergen` keeps what it knows.
    struct Repositories: Sendable {
        let profiles = ProfileRepository()
        let pending = PendingScanRepository()
        let scans = ScanRepository()
        let reactions = ReactionRepository()
        let products = ProductRepository()
        let readings = ProductReadingRepository()
        let recalls = RecallRepository()
        let holders = ProductHolders()
        let meals = MealRepository()
    }

    /// Who works on scans and meals.
    struct Desks: Sendable {
        let scans: ScanDesk
        let recheck: ScanRecheck
        let recalls: RecallDesk
        let meals: MealDesk

        init(_ repositories: Repositories, _ assessor: ScanAssessor, _ meals: MealDesk) {
            self.meals = meals
            recalls = RecallDesk(recalls: repositories.recalls, holders: repositories.holders)
            scans = ScanDesk(
                scans: repositories.scans, assessor: assessor, readings: repositories.readings, recalls: recalls)
            recheck = ScanRecheck(scans: repositories.scans, assessor: assessor, readings: repositories.readings)
        }
    }
}
