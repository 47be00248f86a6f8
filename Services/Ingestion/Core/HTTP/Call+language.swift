import FoodCatalogue
import HTTPTypes
import Postgres

extension Call {
    /// The client's language by `Accept-Language`, otherwise the account's, otherwise English.
    package func preferredLanguage(in database: PostgresPool) async throws -> ContentLanguage {
        if let requested = ContentLanguage.accepted(by: headers[values: .acceptLanguage]).first { return requested }
        let locale = try await AccountRepository.locale(of: principal.account, in: database)
        return ContentLanguage.accepted(by: [locale ?? ""]).first ?? .en
    }

    /// The language for texts about foods, chosen like `preferredLanguage`.
    package func foodLanguage(in database: PostgresPool) async throws -> FoodLanguage {
        FoodLanguage(rawValue: try await preferredLanguage(in: database).rawValue) ?? .english
    }
}
