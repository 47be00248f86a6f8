import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Purchases
import Sealing
import ServiceRuntime

/// The products that a person buys: created for unknown items, named once, recognized from then on.
struct PurchasedProductEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let foods: KnownFoods
    let sealer: Sealer

    /// Maximum number of products read.
    private static let maxSearched = 5_000

    /// All products in pages, or those with a similar name, the most similar first (SPD-03).
    func list(_ call: Call) async throws -> Answer {
        let query = HeaderText.trim(call.query.first { $0.name == "query" }?.value ?? "")
        guard !query.isEmpty else { return try await acceptor.resources.page(of: .purchasedProduct, to: call) }
        guard query.count <= FoodQuery.maxLength else {
            let fault = FoodQuery.fault(of: query.count)
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "query", fault)])
        }
        let limit = try PageQuery(call.query).limit
        let found = try await matching(query, of: call.principal.account)
        return Answer(.ok, body: .json(try await acceptor.resources.documents.page(of: found.prefix(limit), next: nil)))
    }

    /// Searches in memory, because products are sealed.
    @concurrent private func matching(_ query: String, of account: AccountID) async throws -> [Document] {
        let all = try await DocumentRepository.list(
            .purchasedProduct, of: account, after: nil, limit: Self.maxSearched, in: acceptor.resources.database)
        var byID: [PurchasedProductID: Document] = [:], names: [(id: PurchasedProductID, name: String)] = []
        for document in all {
            let id = PurchasedProductID(document.resource.id)
            let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
            let words = try await sealer.open(published.words, .purchasedProductWords(id, of: account))
            byID[id] = document
            names.append((id, words.name))
        }
        return ProductIndex(names).candidates(for: query, maxCount: PageQuery.maxLimit).compactMap { byID[$0.id] }
    }

    /// Names a product, or merges it with another one (SPD-03).
    func change(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let id = PurchasedProductID(try ResourceReader.id(of: call))
        let resource = ResourceReference(.purchasedProduct, id.uuid)
        guard let document = try await acceptor.resources.document(resource, of: account) else {
            throw ProblemDetails(.notFound)
        }
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        guard condition?.matches(document.version) ?? true else { throw ProblemDetails(.versionMismatch) }
        let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
        var words = try await sealer.open(published.words, .purchasedProductWords(id, of: account))
        let food = words.foodID
        let absorbed = try Self.apply(call.body, to: &words)
        if words.foodID != food || words.foodName == nil { words.foodName = try await foodName(words.foodID, account) }
        if let absorbed {
            let other = ResourceReference(.purchasedProduct, absorbed.uuid)
            guard absorbed != id, try await acceptor.resources.document(other, of: account) != nil else {
                throw ProblemDetails(
                    .invalidFields,
                    errors: [.init(pointer: "/sameAs", .init(.unknown, "is not the id of another of your products"))]
                )
            }
        }
        let sealed = try await sealer.seal(words, .purchasedProductWords(id, of: account))
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            // Purchases change products too, so `spending` and not the gateway assigns their versions.
            try transaction.append(
                NamePurchasedProduct(
                    accountID: account, productID: id, version: document.version + 1, words: sealed,
                    absorbs: absorbed),
                key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// The name of a food; nil for none.
    ///
    /// - Throws: `invalidFields` for a food that is neither in the catalog nor an own food.
    private func foodName(_ id: String?, _ account: AccountID) async throws -> String? {
        guard let id else { return nil }
        guard let food = try await foods.foods([id], of: account, in: .english)[id] else {
            throw ProblemDetails(
                .invalidFields,
                errors: [.init(pointer: "/food", .init(.unknown, "is not the id of a food you can use"))])
        }
        return food.name
    }

    /// Applies the given fields: omitted fields are kept; null clears a brand, a number or a food.
    private static func apply(
        _ body: JSONValue, to words: inout PurchasedProductWords
    ) throws(ProblemDetails) -> PurchasedProductID? {
        var fields = try BodyFields(body)
        if let name = fields.words("name", longest: ReceiptRecord.maxNameLength) { words.name = name }
        if fields.names("brand") { words.brand = fields.words("brand", longest: ReceiptRecord.maxNameLength) }
        if let category = fields.optionalChoice("category", of: PurchaseCategory.self) { words.category = category }
        if fields.names("gtin") { words.gtin = fields.optionalGTIN("gtin")?.digits }
        if fields.names("food") { words.foodID = fields.words("food", longest: 64) }
        let absorbed = fields.optionalID("sameAs", of: PurchasedProductID.self)
        try fields.finish()
        return absorbed
    }
}
