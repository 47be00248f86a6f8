import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import ServiceRuntime

/// Access of the staff to the food catalog: none, read, or read and write, depending on the role (GW-26).
struct CatalogueEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let foodSearch: FoodSearch

    private var database: PostgresPool { acceptor.resources.database }

    /// Searches the catalog.
    func find(_ call: Call) async throws -> Answer {
        let (query, limit) = try FoodQuery.read(call)
        let language = try await call.foodLanguage(in: database)
        let items = try await foodSearch.search(query, language: language, limit: limit).map {
            FoundFoodView($0.food, isMisspelled: $0.isMisspelled, language: language)
        }
        return try .json(.ok, PageView(items: items, next: nil))
    }

    /// A food with its version, including withdrawn ones.
    func read(_ call: Call) async throws -> Answer {
        guard let food = try await known(try Self.id(of: call)) else { throw ProblemDetails(.notFound) }
        return try await acceptor.resources.answer(version: EntityTag.Version(food.version), to: call) {
            try EventCoding.encode(food)
        }
    }

    /// Sets a food of the catalog; recorded meals keep their figures.
    func set(_ call: Call) async throws -> Answer {
        let id = try Self.id(of: call), food = try CatalogueForm(call.body).food
        let before = try await known(id)
        guard before != nil || id.source == FoodSourceView.ownSource else { throw ProblemDetails(.notFound) }
        return try await submit(call, id, food, after: before, done: .ok)
    }

    /// Withdraws a food, so that it is no longer found.
    func withdraw(_ call: Call) async throws -> Answer {
        let id = try Self.id(of: call)
        guard let before = try await known(id), before.withdrawnAt == nil else { throw ProblemDetails(.notFound) }
        return try await submit(call, id, nil, after: before, done: .noContent)
    }

    private func submit(
        _ call: Call, _ id: FoodID, _ food: SharedFood?, after before: CatalogueFoodView?, done: HTTPResponse.Status
    ) async throws -> Answer {
        let version = before?.version ?? 0
        if before != nil {
            guard let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false) else {
                throw ProblemDetails(.versionRequired, detail: "Send the version you read in If-Match.")
            }
            guard condition.matches(version) else { throw ProblemDetails(.versionMismatch) }
        }
        let account = try call.principal.account
        let resource = ResourceReference(.catalogueFood, NamedUUID.make("catalogue-food/\(id.value)"))
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            var entry = AuditEntry(food == nil ? .foodWithdrawn : .foodChanged, by: call, resource: id.value)
            entry.subject = nil
            try await Audit.record(entry, in: transaction)
            try transaction.append(
                SetCatalogueFood(accountID: account, foodID: id.value, basedOn: version, food: food), key: account,
                subject: id)
        }
        if done == .ok, let end = call.heldUntil {
            let record = try await acceptor.resources.operation(acceptance.operation, of: account, until: end)
            if record.outcome == .succeeded { return try await read(call) }
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    private func known(_ id: FoodID) async throws -> CatalogueFoodView? {
        if let changed = try await CatalogueFoodRepository.read(id.value, in: database) {
            return CatalogueFoodView(changed)
        }
        guard let shipped = try await foodSearch.shipped(id) else { return nil }
        return CatalogueFoodView(id.value, shipped.eventFood, version: 0, origin: shipped.origin.rawValue)
    }

    private static func id(of call: Call) throws(ProblemDetails) -> FoodID {
        guard let id = call.id.flatMap({ FoodID($0) }) else { throw ProblemDetails(.notFound) }
        return id
    }
}
