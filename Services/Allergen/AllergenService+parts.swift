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
    }

    /// Who works on scans.
    struct Desks: Sendable {
        let scans: ScanDesk
        let recheck: ScanRecheck
        let recalls: RecallDesk

        init(_ repositories: Repositories, _ assessor: ScanAssessor) {
            recalls = RecallDesk(recalls: repositories.recalls, holders: repositories.holders)
            scans = ScanDesk(
                scans: repositories.scans, assessor: assessor, readings: repositories.readings, recalls: recalls)
            recheck = ScanRecheck(scans: repositories.scans, assessor: assessor, readings: repositories.readings)
        }
    }
}
