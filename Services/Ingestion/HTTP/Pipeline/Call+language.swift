import FoodCatalogue
import HTTPTypes
import Postgres

extension Call {
    /// The language that the client wishes by `Accept-Language`, else the account's, else English.
    func wishedLanguage(in database: PostgresPool) async throws -> AllergenCatalog.Language {
        if let wished = AllergenCatalog.languages(accepted: headers[values: .acceptLanguage]).first { return wished }
        let locale = try await AccountRepository.locale(of: principal.account, in: database)
        return AllergenCatalog.languages(accepted: [locale ?? ""]).first ?? .en
    }

    /// The same, for foods and what is said of them.
    func foodLanguage(in database: PostgresPool) async throws -> FoodLanguage {
        FoodLanguage(rawValue: try await wishedLanguage(in: database).rawValue) ?? .english
    }
}
