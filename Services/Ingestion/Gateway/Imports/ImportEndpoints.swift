import EventContracts
import Foundation
import HTTPTypes
import Hexadecimal
import IngestionCore
import IngestionDiary
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import Synchronization

/// Imports records of an export, a few per request and one after the other (GW-22).
///
/// Each record is validated and recorded by the operation that records typed ones, so that it obeys the same rules.
/// Each record waits until the previous one has ended: an import has one pending command, so other people's commands do
/// not wait behind many.
struct ImportEndpoints: Sendable {
    /// Maximum number of records in one request.
    static let maxItems = 20
    /// Time after which a request starts no further records.
    private static let limit = Duration.seconds(8)
    /// Maximum wait for the product of a purchase, which may arrive after the purchase.
    private static let productLimit = Duration.seconds(2)
    /// When to try again while too many imports are running.
    private static let retryAfter = Duration.seconds(1)

    private let core: GatewayCore
    /// The routes by operation id.
    private let routes: [String: BoundRoute]
    private let gate: PlanGate
    private let references: ReferenceCheck
    private let attempts: ImportAttempts
    private let permits = ImportPermits()

    /// - Parameters:
    ///   - core: The shared parts of the gateway.
    ///   - others: The routes that record entries made by hand.
    init(_ core: GatewayCore, others: [BoundRoute]) {
        self.core = core
        let operations = Set(ImportedRecord.Kind.allCases.map(\.operation))
        routes = Dictionary(
            uniqueKeysWithValues: others.filter { operations.contains($0.route.operation) }
                .map { ($0.route.operation, $0) })
        gate = PlanGate(plans: core.plans, resources: core.resources)
        references = ReferenceCheck(database: core.pool, foods: core.foodSearch, keys: core.keys)
        attempts = ImportAttempts(keys: core.keys, resources: core.resources, database: core.pool)
    }

    /// The result of one record.
    struct ItemView: Encodable, Sendable {
        enum Outcome: String, Encodable, Sendable {
            /// Recorded by this import.
            case imported
            /// The record existed before, from an earlier import or the original entry, and is unchanged.
            case present
            case refused
            /// The record was not attempted, is not finished yet, or cannot be imported at the moment; the client sends
            /// it again.
            case postponed
        }

        let kind: String
        let exportedId: String
        var outcome: Outcome
        /// The current id; absent unless it is recorded.
        var id: String?
        /// For a recorded meal: whether the meal has a photo.
        var hasPhoto: Bool?
        /// For an imported receipt: the number of its photos that could not be used; it was recorded without them.
        var missingPhotos: Int?
        /// Why the record was refused, or cannot be imported at the moment.
        var problem: ProblemDetails?
    }

    private struct View: Encodable, Sendable {
        let items: [ItemView]
    }

    func record(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let items = try ImportedRecord.read(call.body, maxCount: Self.maxItems)
        guard permits.begin(account) else { throw ProblemDetails.tooManyRequests(retryAfter: Self.retryAfter) }
        defer { permits.end(account) }
        try core.limits.admitImport(of: items.count, by: account)
        let language = try await call.preferredLanguage(in: core.pool)
        var results: [ItemView] = [], isPaused = false
        for item in items {
            var result = ItemView(kind: item.kind.rawValue, exportedId: item.exportedID, outcome: .postponed)
            if !isPaused, ContinuousClock.now - call.start < Self.limit {
                do {
                    try await importRecord(item, call, &result)
                } catch let problem as ProblemDetails {
                    let isFinal = Self.isFinal(problem)
                    result.outcome = isFinal ? .refused : .postponed
                    result.problem = problem.worded(in: language)
                    isPaused = !isFinal && [429, 503].contains(problem.statusCode)
                }
            }
            results.append(result)
        }
        return try .json(.ok, View(items: results))
    }

    /// Whether the problem is the outcome of a command, or one that a repetition of the same request would get again.
    ///
    /// A conflict of keys is not final: it means that two attempts ran at once, and the next attempt gets the result of
    /// the first.
    private static func isFinal(_ problem: ProblemDetails) -> Bool {
        guard problem.extensions["operation"] == nil else { return true }
        return problem.statusCode < 500 && problem.statusCode != 429 && problem.kind != .requestInProgress
            && problem.kind != .idempotencyKeyReused
    }

    /// The route that records the item, if the token has the route's scope.
    ///
    /// - Throws: `forbidden`.
    private func route(for item: ImportedRecord, _ call: Call) throws -> BoundRoute {
        guard let bound = routes[item.kind.operation] else { throw ProblemDetails(.notFound) }
        guard case .signedIn(let scope, _) = bound.route.access, try call.principal.scopes.contains(scope) else {
            throw ProblemDetails(.forbidden)
        }
        return bound
    }

    private func importRecord(_ item: ImportedRecord, _ call: Call, _ result: inout ItemView) async throws {
        let account = try call.principal.account, bound = try route(for: item, call)
        let known = try await ImportedItemRepository.find(
            item.kind.rawValue, [item.exportedID], of: account, in: core.pool)[item.exportedID]
        if let present = try await present(item, known, of: account) {
            result.outcome = .present
            result.id = present
        } else {
            let current = try await withoutMissingPhotos(item, of: account)
            guard let id = try await perform(current, by: bound, after: known, call) else { return }
            let missing = item.photos.count - current.photos.count
            if missing > 0 { result.missingPhotos = missing }
            try await save(item.kind.rawValue, item.exportedID, as: id, of: account)
            result.outcome = .imported
            result.id = id
        }
        if item.kind == .receipt, let id = result.id, id != item.exportedID {
            try await saveProducts(of: item, presentAs: id, account)
        }
        guard item.kind == .meal, let meal = result.id.flatMap(MealID.init(text:)) else { return }
        result.hasPhoto = try await attach(item.photo, to: meal, of: account)
    }

    /// The record without unusable photos (expired, used or unknown), with which it would be refused as a whole.
    private func withoutMissingPhotos(_ item: ImportedRecord, of account: AccountID) async throws -> ImportedRecord {
        let limit = core.archive.draftLimit
        var current = item
        current.photos = []
        for photo in item.photos {
            let found = try await PhotoRepository.read(photo, of: account, draftsSentAfter: limit, in: core.pool)
            if found?.state == .draft { current.photos.append(photo) }
        }
        return current
    }

    private func save(_ kind: String, _ exported: String, as id: String, of account: AccountID) async throws {
        try await ImportedItemRepository.save(
            kind, exported, as: id, of: account, at: EventTime.truncate(core.clock.now()), in: core.pool)
    }

    /// Stores the current ids of the products of an imported receipt.
    private func saveProducts(of item: ImportedRecord, presentAs id: String, _ account: AccountID) async throws {
        guard let resource = item.resource(as: id),
            let document = try await core.resources.ownDocument(resource, of: account)
        else { return }
        let present = try JSONReader.read(try await core.resources.documents.json(of: document), from: .ownRecords)
        for (exported, product) in item.products(in: present) {
            try await save(ImportedItemRepository.product, exported, as: product, of: account)
        }
    }

    /// The id of a record that the account has already, as it was exported or as it was imported; nil if it has
    /// neither.
    private func present(
        _ item: ImportedRecord, _ known: String?, of account: AccountID
    ) async throws -> String? {
        guard let kind = item.kind.resource else {
            let names = try await ImportedReferences(of: item, by: account, catalog: core.foodSearch, in: core.pool)
            guard let food = names.foods[item.exportedID] else { return nil }
            return try await DislikedFoodRepository.ids(of: account, in: core.pool).contains(food) ? food : nil
        }
        if item.kind.isSingle {
            let resource = ResourceReference(kind, account.uuid)
            return try await core.resources.ownDocument(resource, of: account) == nil ? nil : resource.idText
        }
        for id in [item.exportedID, known].compactMap(\.self) {
            guard let resource = item.resource(as: id) else { continue }
            if try await core.resources.ownDocument(resource, of: account) != nil { return id }
        }
        return nil
    }

    /// Records the item by the operation for entries made by hand.
    ///
    /// - Returns: The new id; nil if the operation has not ended in time.
    /// - Throws: The problem of the operation.
    private func perform(
        _ item: ImportedRecord, by bound: BoundRoute, after known: String?, _ call: Call
    ) async throws -> String? {
        let account = try call.principal.account
        let names = try await core.resources.waiter.value(
            woken: .account(account), until: .now + (item.isForProduct ? Self.productLimit : .zero)
        ) {
            try await ImportedReferences(of: item, by: account, catalog: core.foodSearch, in: core.pool)
        } isDone: {
            !$0.awaitsProduct
        }
        if item.kind == .dislikedFood, names.foods[item.exportedID] == nil { throw ProblemDetails(.notFound) }
        if item.isForProduct, names.products.isEmpty { throw ProblemDetails(.conflict, because: .importedProduct) }
        let segment = item.segment(names), body = item.body(names)
        func request(key: String) -> Call {
            var headers = HTTPFields()
            headers[.acceptLanguage] = call.headers[.acceptLanguage]
            headers[.prefer] = "wait=10"
            headers[.idempotencyKey] = key
            return call.calling(bound.route, id: segment, headers: headers, body: body)
        }
        // A repetition after a crash gets the result of the first attempt; one after a deletion or refusal starts a new
        // attempt.
        let digest = core.index.hash(item.exportedID).hexadecimal
        let first = "import/\(item.kind.rawValue)/\(digest)/\(known ?? "")"
        let inner: Call
        switch try await attempts.next(first: first, request(key:)) {
        case .recorded(let resource): return item.kind.isSingle ? account.description : item.kind.id(of: resource)
        case .underway: return nil
        case .request(let call): inner = call
        }
        try await gate.admit(inner)
        try await references.require(inner)
        let answer = try await bound.handler(inner)
        switch answer.status {
        case .noContent: return inner.id
        case .ok, .created: break
        default: return nil
        }
        if item.kind.isSingle { return account.description }
        guard case .json(let bytes) = answer.body,
            case .string(let id)? = try JSONReader.read(bytes, from: .ownRecords)["id"]
        else { throw ProblemDetails(.processingFailed) }
        return id
    }

    /// Assigns an unconfirmed photo to a meal without one.
    ///
    /// - Returns: Whether the meal has a photo now.
    private func attach(_ photo: PhotoID?, to meal: MealID, of account: AccountID) async throws -> Bool {
        if try await PhotoRepository.kept(for: meal, of: account, in: core.pool) != nil { return true }
        guard let photo else { return false }
        let limit = core.archive.draftLimit, now = core.clock.now()
        let confirmed = try await core.pool.withTransaction { transaction in
            try await PhotoRepository.confirm(
                photo, of: account, for: meal, sentAfter: limit, at: now, in: transaction)
        }
        return confirmed != nil
    }
}

/// Limits the running imports of this instance: one per account, and a few over all accounts.
private final class ImportPermits: Sendable {
    /// Maximum number of imports over all accounts.
    private static let maxConcurrent = 4

    private let running = Mutex<Set<AccountID>>([])

    /// Starts an import; false if the account has a running import, or the maximum is reached.
    func begin(_ account: AccountID) -> Bool {
        running.withLock { $0.count < Self.maxConcurrent && $0.insert(account).inserted }
    }

    func end(_ account: AccountID) {
        running.withLock { _ = $0.remove(account) }
    }
}
