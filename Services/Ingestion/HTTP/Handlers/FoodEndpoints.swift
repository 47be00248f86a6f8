import FoodCatalogue
import Foundation
import HTTPTypes
import Postgres
import ServiceRuntime

/// The foods there are: everybody's, and part of the program.
struct FoodEndpoints: Sendable {
    /// Most characters that somebody may search for.
    static let longestQuery = 100

    let shelf: FoodShelf
    let database: PostgresPool

    func search(_ call: Call) async throws -> Answer {
        let limit = try PageQuery(call.query).limit
        let query = HeaderText.trim(call.query.first { $0.name == "query" }?.value ?? "")
        guard (1...Self.longestQuery).contains(query.count) else {
            let detail = "Must be 1 to \(Self.longestQuery) characters long."
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "query", detail: detail)])
        }
        let language = try await call.answerLanguage(in: database)
        let items = try await shelf.search(query, language: language, limit: limit).map {
            FoundFoodView($0.food, isMisspelled: $0.isMisspelled, language: language)
        }
        return try .json(.ok, PageView(items: items, next: nil), headers: Self.headers(language))
    }

    func read(_ call: Call) async throws -> Answer {
        guard let id = call.id.flatMap({ FoodID($0) }), let food = try await shelf.food(id) else {
            throw ProblemDetails(.notFound)
        }
        let language = try await call.answerLanguage(in: database)
        return try .json(.ok, FoodView(food, language: language), headers: Self.headers(language))
    }

    private static func headers(_ language: FoodLanguage) -> HTTPFields {
        [.contentLanguage: language.rawValue]
    }
}

extension Call {
    /// The language of `Accept-Language`, else the account's, else English.
    fileprivate func answerLanguage(in database: PostgresPool) async throws -> FoodLanguage {
        FoodLanguage(rawValue: try await wishedLanguage(in: database).rawValue) ?? .english
    }
}
