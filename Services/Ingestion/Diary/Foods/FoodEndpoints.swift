import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// The foods: the shared catalog, and the person's own.
struct FoodEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let sealer: Sealer
    let foodSearch: FoodSearch
    let usable: UsableFoods

    private var database: PostgresPool { acceptor.resources.database }

    /// Foods that match the search text, the person's own and saved ones first, or the food with a bar code.
    func search(_ call: Call) async throws -> Answer {
        let language = try await call.foodLanguage(in: database)
        if let barcode = try Self.barcode(of: call) {
            let food = try await usable.found(barcode, by: call.principal.account, in: language)
            return try .json(
                .ok, PageView(items: [food].compactMap(\.self), next: nil), headers: Self.headers(language))
        }
        let (query, limit) = try FoodQuery.read(call)
        let own = try await usable.search(query, of: call.principal.account, limit: limit)
        let items = try await foodSearch.search(query, language: language, limit: limit - own.count).map {
            FoundView.catalogue(FoundFoodView($0.food, isMisspelled: $0.isMisspelled, language: language))
        }
        let page = PageView(items: own + items, next: nil)
        return try .json(.ok, page, headers: Self.headers(language))
    }

    /// Adds an own food.
    func add(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = OwnFoodID.random()
        let food = try await food(try OwnFoodForm.new(call.body), as: id, of: account)
        let resource = ResourceReference(.ownFood, id.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let version = try await CommandAcceptor.assign(to: resource, after: 0, food, call, in: transaction)
            try transaction.append(
                AddFood(accountID: account, ownFoodID: id, version: version, food: food), key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    /// Changes an own food; recorded meals keep their figures.
    func change(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .ownFood, try Self.own(call).uuid, as: OwnFood.self)
        let account = target.account, id = OwnFoodID(target.resource.id)
        let words = try await sealer.open(target.accepted.words, .ownFoodWords(id, of: account))
        let food = try await food(
            try OwnFoodForm(target.accepted, words).changed(by: call.body), as: id, of: account)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, food, call, in: transaction)
            try transaction.append(
                ChangeFood(accountID: account, ownFoodID: id, version: version, food: food), key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// Deletes an own food; recorded meals do not change.
    func delete(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .ownFood, try Self.own(call).uuid, as: OwnFood.self)
        let account = target.account, id = OwnFoodID(target.resource.id)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, nil as OwnFood?, call, in: transaction)
            try transaction.append(
                DeleteFood(accountID: account, ownFoodID: id, version: version), key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    /// Restores a deleted own food by adding it again unchanged.
    func restore(_ call: Call) async throws -> Answer {
        if let acceptance = try await acceptor.repeated(call) {
            return try await acceptor.answer(acceptance, to: call, done: .ok)
        }
        let gone = try await acceptor.deleted(call, .ownFood, try Self.own(call).uuid, as: FoodChanged.self)
        let id = OwnFoodID(gone.resource.id), food = gone.body.food
        let acceptance = try await acceptor.accept(call, about: gone.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: gone.resource, after: gone.version, food, call, in: transaction)
            try transaction.append(
                AddFood(accountID: gone.account, ownFoodID: id, version: version, food: food), key: gone.account,
                subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func read(_ call: Call) async throws -> Answer {
        if let own = call.id.flatMap({ OwnFoodID(foodID: $0) }) {
            let document = try await usable.document(of: own, call.principal.account)
            return try await acceptor.resources.answer(document, to: call)
        }
        guard let id = call.id.flatMap({ FoodID($0) }), let food = try await foodSearch.food(id) else {
            throw ProblemDetails(.notFound)
        }
        let language = try await call.foodLanguage(in: database)
        return try .json(.ok, FoodView(food, language: language), headers: Self.headers(language))
    }

    private func food(_ form: OwnFoodForm, as id: OwnFoodID, of account: AccountID) async throws -> OwnFood {
        OwnFood(words: try await sealer.seal(form.words, .ownFoodWords(id, of: account)), amounts: form.amounts)
    }

    /// The own food of a path; catalog foods cannot be changed.
    private static func own(_ call: Call) throws(ProblemDetails) -> OwnFoodID {
        guard let id = call.id.flatMap({ OwnFoodID(foodID: $0) }) else { throw ProblemDetails(.notFound) }
        return id
    }

    /// The bar code in the search; nil for text.
    private static func barcode(of call: Call) throws(ProblemDetails) -> GTIN? {
        guard let text = call.query.first(where: { $0.name == "gtin" })?.value else { return nil }
        guard let barcode = GTIN(text) else {
            let fault = FieldFault(.notABarcode, "Must be a trade item number with its check digit.")
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "gtin", fault)])
        }
        return barcode
    }

    private static func headers(_ language: FoodLanguage) -> HTTPFields {
        [.contentLanguage: language.rawValue]
    }
}
