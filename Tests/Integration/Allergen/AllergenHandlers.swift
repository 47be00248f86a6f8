import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

/// The handlers of `allergen` on its real schema.
struct AllergenHandlers {
    let bench: HandlerBench
    /// The metrics of `correctText`.
    let registry = MetricsRegistry()
    let setProfile: SetProfile
    let assessText: AssessText
    let assessReading: AssessReading
    let correctText: CorrectText
    let nameScan: NameScan
    let saveReaction: SaveReaction
    let removeReaction: RemoveReaction
    let sweeper: PendingScanSweeper
    let compactor: ScanCompactor
    let products: ProductFactWriter
    let recalls: RecallAlertWriter
    let recheck: ScanRecheck
    let retention: AllergenRetention
    let judgeMeal: JudgeMeal
    let judgePurchase: JudgePurchase
    let knowProduct: KnowProduct

    static func with(_ body: (AllergenHandlers) async throws -> Void) async throws {
        try await HandlerBench.with(service: "allergen", migrations: try AllergenMigrations.all()) { bench in
            try await body(try AllergenHandlers(bench))
        }
    }

    private init(_ bench: HandlerBench) throws {
        self.bench = bench
        let lock = AccountLock()
        let lexicon = try Lexicon.builtIn()
        let assessor = ScanAssessor(lexicon: lexicon, sealer: bench.sealer)
        let writers = AllergenService.Writers(assessor, lexicon, bench.sealer)
        judgeMeal = JudgeMeal(lock: lock, writer: writers.meals)
        judgePurchase = JudgePurchase(lock: lock, writer: writers.purchases)
        knowProduct = KnowProduct(lock: lock, writer: writers.purchases)
        recalls = writers.recalls
        recheck = writers.recheck
        setProfile = SetProfile(
            lock: lock, writer: writers.scans, compaction: ScanCompaction(), recheck: writers.recheck,
            meals: writers.meals, purchases: writers.purchases)
        let intake = ScanIntake(lock: lock, writer: writers.scans)
        assessText = AssessText(intake: intake)
        assessReading = AssessReading(intake: intake, sealer: bench.sealer)
        correctText = CorrectText(lock: lock, writer: writers.scans, metrics: CorrectionMetrics(registry))
        nameScan = NameScan(lock: lock)
        saveReaction = SaveReaction(sealer: bench.sealer)
        removeReaction = RemoveReaction()
        sweeper = PendingScanSweeper(
            database: bench.database, lock: lock, writer: writers.scans, logger: Logger(label: "test"))
        compactor = ScanCompactor(database: bench.database, lock: lock, logger: Logger(label: "test"))
        products = ProductFactWriter(
            database: bench.database, lock: lock, holders: ProductHolders(), purchases: writers.purchases,
            lexiconVersion: assessor.lexiconVersion, logger: Logger(label: "test"))
        retention = AllergenRetention(pool: bench.database.pool, clock: bench.clock)
    }

    /// Compacts the rows noted for compaction.
    func compact() async throws {
        bench.clock.advance(by: .seconds(ScanCompactor.timeout))
        try await compactor.sweep()
    }

    /// Sends the command that sets a profile.
    @discardableResult
    func setProfile(
        of account: AccountID, version: Int64, _ allergens: [AllergenChoice] = [], others: [OtherIngredient] = [],
        diets: [Diet] = [], traces: TraceStrictness = .warn, history: ScanHistory? = nil, operation: OperationID? = nil
    ) async throws -> EventAttributes {
        let command = SetAllergenProfile(
            accountID: account, version: version, allergens: allergens,
            otherIngredients: try await bench.sealer.seal(others, .otherIngredients(of: account)), diets: diets,
            traces: traces, history: history)
        return try await bench.deliver(command, to: setProfile, account: account, operation: operation)
    }

    /// Sends the command to assess a text.
    @discardableResult
    func assess(
        _ text: String, of account: AccountID, _ scan: ScanID = .random(), profileVersion: Int64 = 0,
        language: String? = nil, gtin: String? = nil, voucher: Voucher? = nil, operation: OperationID? = nil,
        name: String? = nil
    ) async throws -> EventAttributes {
        var sealedName: Sealed<String>?
        if let name { sealedName = try await bench.sealer.seal(name, .scanName(scan, of: account)) }
        let command = AssessLabelText(
            accountID: account, scanID: scan,
            text: try await bench.sealer.seal(text, .scanText(scan, of: account)), language: language, gtin: gtin,
            profileVersion: profileVersion, requestedAt: bench.clock.now(), voucher: voucher, name: sealedName)
        return try await bench.deliver(command, to: assessText, account: account, operation: operation)
    }

    /// Sends the command that names a scan; nil removes the name.
    func name(
        _ scan: ScanID, _ name: String?, of account: AccountID, operation: OperationID? = nil
    ) async throws {
        var sealed: Sealed<String>?
        if let name { sealed = try await bench.sealer.seal(name, .scanName(scan, of: account)) }
        let command = NameLabelScan(accountID: account, scanID: scan, name: sealed, requestedAt: bench.clock.now())
        try await bench.deliver(command, to: nameScan, account: account, operation: operation)
    }

    /// The decrypted name of a scan.
    func name(of scan: ScanAssessed) async throws -> String? {
        guard let name = scan.name else { return nil }
        return try await bench.sealer.open(name, .scanName(scan.scanID, of: scan.accountID))
    }

    /// The text that `vision` reads from a clear photo of a label.
    func photograph(
        _ text: String, of account: AccountID, _ scan: ScanID = .random(), gtin: String? = nil, voucher: Voucher? = nil
    ) async throws {
        let count = text.unicodeScalars.count
        let line = ReadLine(
            text: text, corners: [0, 0, 1, 0, 1, 0.1, 0, 0.1], confidence: 0.97,
            positions: (0..<count).map { (Double($0) + 0.5) / Double(count) })
        let read = LabelRead(
            accountID: account, scanID: scan, photo: .random(of: account), outcome: .read, doubts: [], advice: [],
            confidence: 0.97, predictor: "test/1", milliseconds: 1,
            reading: try await bench.sealer.seal(LabelPrint(lines: [line]), .labelPrint(scan, of: account)),
            language: nil, gtin: gtin, profileVersion: 0, requestedAt: bench.clock.now(), readAt: bench.clock.now(),
            voucher: voucher)
        try await bench.deliver(read, to: assessReading, account: account)
    }

    /// A verified account that is old enough, each from its own network unless one is named.
    func voucher(
        verified: Bool = true, daysOld: Double = 30, network: UUID = UUID()
    ) -> Voucher {
        Voucher(
            isVerified: verified, registeredAt: bench.clock.now().addingTimeInterval(-daysOld * 86_400),
            network: network)
    }

    func assessed() async throws -> [Event<ScanAssessed>] { try await bench.database.events() }

    func changedProfiles() async throws -> [Event<ProfileChanged>] { try await bench.database.events() }

    func alerts() async throws -> [Event<AllergenAlertRaised>] { try await bench.database.events() }

    func details(_ scan: ScanAssessed) async throws -> ScanDetails {
        try await bench.sealer.open(try #require(scan.details), .scanDetails(scan.scanID, of: scan.accountID))
    }

    /// Every page of a snapshot source.
    func snapshot(_ source: any SnapshotSource, limit: Int = 2) async throws -> Int {
        var cursor: String?
        var pages = 0
        repeat {
            let after = cursor
            cursor = try await bench.database.write(.request(correlationID: UUID())) { transaction in
                try await source.appendPage(after: after, limit: limit, in: transaction)
            }
            pages += 1
        } while cursor != nil
        return pages
    }
}
