import EventContracts
import Foundation
import IngestionCore
import IngestionDiary
import IngestionGovernance
import IngestionService
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport

/// Simulates the services behind the gateway: reads its commands from the outbox and publishes their effects.
///
/// `NeighborsTests` compares these effects with those of the services' own handlers.
final class Neighbors: Sendable {
    /// How label scans are answered.
    enum Mood: Sendable {
        case answering, rejecting, silent
    }

    struct State {
        var mood = Mood.answering
        var taken: Set<UUID> = []
        var commands: [(type: EventType, attributes: EventAttributes)] = []
        /// Everything published, in order.
        var answers: [(attributes: EventAttributes, body: [UInt8])] = []
        var orders: [ReadLabel] = []
        var mealPhotos: [RecognizeMeal] = []
        var scans: [ScanID: ScanAssessed] = [:]
        var lessons: [LearnFood] = []
        var decisions: [ReviewLesson] = []
        var reactions: [ReactionID: ReactionChanged] = [:]
        var notices: [NoticeID: Notice] = [:]
        var meals: [MealID: MealChanged] = [:]
        var savedFoods: [SavedFoodID: SavedFoodChanged] = [:]
        var ownFoods: [OwnFoodID: FoodChanged] = [:]
        var submissions: [FoodSubmissionID: FoodSubmissionChanged] = [:]
        /// The newest versions of shared objects.
        var catalogue: [String: CatalogueFoodChanged] = [:]
        /// Every version of each purchase.
        var receipts: [ReceiptID: [ReceiptChanged]] = [:]
        var receiptOrders: [ReadReceipt] = []
        var products: [PurchasedProductID: PurchasedProductChanged] = [:]
        var budgets: [BudgetID: BudgetChanged] = [:]
        /// The possible duplicate reported for every purchase.
        var twin: ReceiptTwin?
    }

    private let database: MessagingDatabase
    let sealer: Sealer
    let clock: FixedClock
    let state = Mutex(State())

    init(database: MessagingDatabase, sealer: Sealer, clock: FixedClock) {
        self.database = database
        self.sealer = sealer
        self.clock = clock
    }

    func set(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// Commands to read a photo, in order.
    var photoOrders: [ReadLabel] { state.withLock { $0.orders } }

    /// Commands to analyze a photo of a meal, in order.
    var mealPhotoOrders: [RecognizeMeal] { state.withLock { $0.mealPhotos } }

    /// Commands to learn a food and to decide a lesson, in order.
    var lessonOrders: (taught: [LearnFood], decided: [ReviewLesson]) { state.withLock { ($0.lessons, $0.decisions) } }

    /// Types of the handled commands, in order.
    var commands: [EventType] { state.withLock { $0.commands.map(\.type) } }

    func run() async throws {
        while !Task.isCancelled {
            if state.withLock({ $0.mood }) != .silent { try await round() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Events that need no answer.
    private static let news = [AccountRegistered.type, ContactChanged.type, AccountMailRequested.type].map(\.name)

    private func round() async throws {
        let rows = try await database.pool.query(
            """
            SELECT event_id, type, key, operation_id, body FROM outbox
            WHERE type <> ALL (\(Self.news)) ORDER BY id
            """
        )
        for row in rows {
            let (id, type, key, operation, body) = try row.decode(
                UUID.self, String.self, String.self, UUID?.self, [UInt8].self)
            guard state.withLock({ $0.taken.insert(id).inserted }) else { continue }
            let attributes = EventAttributes(
                id: id, source: "foodmagic/ingestion", type: EventType(type), time: clock.now(), subject: nil, key: key,
                operationID: operation.map(OperationID.init), correlationID: UUID())
            state.withLock { $0.commands.append((EventType(type), attributes)) }
            try await take(attributes, body)
        }
    }

    /// Publishes the effects of a command.
    func take(_ attributes: EventAttributes, _ body: [UInt8]) async throws {
        switch attributes.type {
        case AssessLabelText.type: try await assess(EventCoding.decode(AssessLabelText.self, from: body), attributes)
        case ReadLabel.type: try await read(EventCoding.decode(ReadLabel.self, from: body), attributes)
        case NameLabelScan.type: try await name(EventCoding.decode(NameLabelScan.self, from: body), attributes)
        case LearnFood.type:
            let order = try EventCoding.decode(LearnFood.self, from: body)
            state.withLock { $0.lessons.append(order) }
        case ReviewLesson.type:
            let order = try EventCoding.decode(ReviewLesson.self, from: body)
            state.withLock { $0.decisions.append(order) }
        case SetAllergenProfile.type: try await set(EventCoding.decode(SetAllergenProfile.self, from: body), attributes)
        case RecordReaction.type: try await record(EventCoding.decode(RecordReaction.self, from: body), attributes)
        case DeleteReaction.type: try await delete(EventCoding.decode(DeleteReaction.self, from: body), attributes)
        case ChangeNotice.type:
            let command = try EventCoding.decode(ChangeNotice.self, from: body)
            try await change(command.noticeID, attributes) { $0.readAt = command.read ? self.clock.now() : nil }
        case DeleteNotice.type:
            let command = try EventCoding.decode(DeleteNotice.self, from: body)
            try await change(command.noticeID, attributes) { $0.deletedAt = self.clock.now() }
        case RestoreNotice.type:
            let command = try EventCoding.decode(RestoreNotice.self, from: body)
            try await change(command.noticeID, attributes) { $0.deletedAt = nil }
        default:
            try await takeNutrition(attributes, body)
            try await takeSpending(attributes, body)
        }
    }

    private func assess(_ command: AssessLabelText, _ attributes: EventAttributes) async throws {
        if state.withLock({ $0.mood }) == .rejecting {
            return try await publish(
                AllergenCommandRejected(accountID: command.accountID, problem: Rejection(.unreadable).problem),
                attributes, .rejected)
        }
        let text = try await sealer.open(
            command.text,
            .scanText(command.scanID, of: command.accountID))
        try await publish(text, of: command, attributes)
    }

    /// Simulates `vision` and `allergen`: every photo has the same text.
    private func read(_ command: ReadLabel, _ attributes: EventAttributes) async throws {
        state.withLock { $0.orders.append(command) }
        let order = AssessLabelText(
            accountID: command.accountID, scanID: command.scanID, text: Sealed(bytes: []), language: command.language,
            gtin: command.gtin, profileVersion: command.profileVersion, requestedAt: command.requestedAt,
            name: command.name)
        let photo = ScannedPhoto(id: command.photo.id, outcome: .read, doubts: [])
        try await publish("milk, read from a photo", of: order, photo: photo, attributes)
    }

    private func publish(
        _ text: String, of command: AssessLabelText, photo: ScannedPhoto? = nil, _ attributes: EventAttributes
    ) async throws {
        let isMatch = text.contains("milk")
        let evidence = FindingEvidence(text: "milk", start: 0, length: 4, rule: "ingredient-term", source: "test")
        let details = ScanDetails(
            text: text, ingredients: [ScanIngredient(text: text, allergens: isMatch ? [.milk] : [])],
            contains: isMatch ? [ScanFinding(allergen: .milk, otherIngredient: nil, evidence: [evidence])] : [],
            mayContain: [], unknown: [], advice: nil, photo: photo)
        let scan = ScanAssessed(
            accountID: command.accountID, scanID: command.scanID, version: 1,
            verdict: isMatch ? .contains : .notDetected, complete: true, language: command.language,
            gtin: command.gtin, contains: isMatch ? [.milk] : [], mayContain: [], otherMatches: 0,
            profileVersion: command.profileVersion, profileEmpty: command.profileVersion == 0, profilePending: false,
            scannedAt: command.requestedAt, assessedAt: clock.now(),
            details: try await sealer.seal(
                details,
                .scanDetails(command.scanID, of: command.accountID)),
            name: command.name)
        state.withLock { $0.scans[scan.scanID] = scan }
        try await publish(scan, attributes, .succeeded)
        try await publish(of: scan)
    }

    private func name(_ command: NameLabelScan, _ attributes: EventAttributes) async throws {
        let scan = state.withLock { state -> ScanAssessed? in
            guard var scan = state.scans[command.scanID] else { return nil }
            scan.name = command.name
            scan.version += 1
            state.scans[command.scanID] = scan
            return scan
        }
        if let scan { try await publish(scan, attributes, .succeeded) }
    }

    private func publish(of scan: ScanAssessed) async throws {
        let id = NoticeID.random()
        let notice = Notice(
            accountID: scan.accountID, noticeID: id, version: 1, kind: .scanAssessed, causeID: scan.scanID.description,
            urgency: .alert,
            text: try await sealer.seal(
                NoticeText(title: "Your scan", body: "There is a verdict.", language: "en"),
                .noticeText(id, of: scan.accountID)),
            createdAt: clock.now(), readAt: nil, deletedAt: nil)
        state.withLock { $0.notices[id] = notice }
        try await publish(NoticeCreated(notice: notice), nil, nil)
    }

    private func change(
        _ id: NoticeID, _ attributes: EventAttributes, _ change: (inout Notice) -> Void
    ) async throws {
        let notice = state.withLock { state -> Notice? in
            guard var notice = state.notices[id] else { return nil }
            change(&notice)
            notice.version += 1
            state.notices[id] = notice
            return notice
        }
        if let notice { try await publish(NoticeChanged(notice: notice), attributes, .succeeded) }
    }

    private func set(_ command: SetAllergenProfile, _ attributes: EventAttributes) async throws {
        let profile = ProfileChanged(
            accountID: command.accountID, version: command.version, allergens: Set(command.allergens).sorted(),
            otherIngredients: command.otherIngredients, diets: Diet.allCases.filter(command.diets.contains),
            traces: command.traces, history: command.history ?? .keep, changedAt: clock.now())
        try await publish(profile, attributes, .succeeded)
    }

    private func record(_ command: RecordReaction, _ attributes: EventAttributes) async throws {
        let before = state.withLock { $0.reactions[command.reactionID] }
        let reaction = ReactionChanged(
            accountID: command.accountID, reactionID: command.reactionID, version: command.version,
            occurredOn: command.occurredOn, timeOfDay: command.timeOfDay, allergens: Set(command.allergens).sorted(),
            severity: command.severity, notes: command.notes, links: command.links,
            recordedAt: before?.recordedAt ?? clock.now(), deletedAt: nil)
        state.withLock { $0.reactions[command.reactionID] = reaction }
        try await publish(reaction, attributes, .succeeded)
    }

    private func delete(_ command: DeleteReaction, _ attributes: EventAttributes) async throws {
        guard var reaction = state.withLock({ $0.reactions[command.reactionID] }) else { return }
        reaction.version = command.version
        reaction.deletedAt = clock.now()
        state.withLock { [reaction] in $0.reactions[command.reactionID] = reaction }
        try await publish(reaction, attributes, .succeeded)
    }

    // MARK: - Publishing

    /// Passes an event to the gateway's projection as its consumer would.
    func publish<Body: PublishedResource>(
        _ body: Body, _ command: EventAttributes?, _ status: OperationStatus?, isSnapshot: Bool = false
    ) async throws {
        let attributes = attributes(Body.type, body.owner, body.resource.idText, command, status, isSnapshot)
        try await pass(body, attributes, to: DocumentProjection(Body.self))
    }

    /// Passes goals to the gateway's projection as its consumer would.
    func publish(
        _ goals: GoalsChanged, _ command: EventAttributes?, _ status: OperationStatus?, isSnapshot: Bool = false
    ) async throws {
        let attributes = attributes(
            GoalsChanged.type, goals.accountID, goals.accountID.description, command, status, isSnapshot)
        try await pass(goals, attributes, to: GoalsProjection())
    }

    /// Passes a submission to the gateway's projection as its consumer would.
    func publish(
        _ submission: FoodSubmissionChanged, _ command: EventAttributes?, _ status: OperationStatus?,
        isSnapshot: Bool = false
    ) async throws {
        let attributes = attributes(
            FoodSubmissionChanged.type, submission.accountID, submission.submissionID.description, command, status,
            isSnapshot)
        try await pass(submission, attributes, to: SubmissionProjection())
    }

    /// Passes lessons to the gateway's projection as its consumer would.
    func publish(_ lesson: LessonChanged) async throws {
        let attributes = attributes(
            LessonChanged.type, lesson.accountID, lesson.lessonID.description, nil, nil, false)
        try await pass(lesson, attributes, to: LessonProjection())
    }

    /// Passes a shared food to the gateway's projection as its consumer would.
    func publish(
        _ food: CatalogueFoodChanged, _ command: EventAttributes?, _ status: OperationStatus?, isSnapshot: Bool = false
    ) async throws {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: CatalogueFoodChanged.type, time: clock.now(),
            subject: food.foodID, key: food.foodID, isSnapshot: isSnapshot, operationID: command?.operationID,
            operationStatus: status, correlationID: UUID())
        try await pass(food, attributes, to: CatalogueFoodProjection())
    }

    /// Passes the release of a food table to the gateway's projection as its consumer would.
    func publish(_ release: CatalogueReleased, key: String? = nil, isSnapshot: Bool = false) async throws {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: CatalogueReleased.type, time: clock.now(),
            subject: release.source, key: key ?? release.source, isSnapshot: isSnapshot, correlationID: UUID())
        try await pass(release, attributes, to: CatalogueReleaseProjection())
    }

    /// Passes an outcome to the gateway's projection as its consumer would.
    func publish<Body: OutcomeBody>(_ body: Body, _ command: EventAttributes?, _ status: OperationStatus?) async throws
    {
        let attributes = attributes(Body.type, body.accountID, nil, command, status, false)
        try await pass(body, attributes, to: OutcomeProjection(Body.self))
    }

    private func pass<Handler: EventHandler>(
        _ body: Handler.Body, _ attributes: EventAttributes, to projection: Handler
    ) async throws {
        let encoded = try EventCoding.encode(body)
        state.withLock { $0.answers.append((attributes, encoded)) }
        try await database.write(.event(attributes, consumer: "ingestion")) { transaction in
            try await projection.handle(Event(attributes: attributes, body: body), in: transaction)
        }
    }

    private func attributes(
        _ type: EventType, _ account: AccountID, _ subject: String?, _ command: EventAttributes?,
        _ status: OperationStatus?, _ isSnapshot: Bool
    ) -> EventAttributes {
        EventAttributes(
            id: UUID(), source: "foodmagic/test", type: type, time: clock.now(), subject: subject,
            key: account.description, isSnapshot: isSnapshot, operationID: command?.operationID,
            operationStatus: status, correlationID: UUID())
    }
}
