import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// The list of allergens, and the person's profile.
struct ProfileEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let sealer: Sealer

    /// The list in each language, as JSON: the same for everyone.
    private static let allergens: [ContentLanguage: [UInt8]] = Dictionary(
        uniqueKeysWithValues: ContentLanguage.allCases.map { language in
            (
                language,
                (try? EventCoding.encode(PageView(items: AllergenCatalog.entries(in: language), next: nil))) ?? []
            )
        })

    func listAllergens(_ call: Call) async throws -> Answer {
        let accepted = ContentLanguage.accepted(by: call.headers[values: .acceptLanguage]).first
        let language: ContentLanguage
        // If no supported language is accepted, the account's language is used.
        if let accepted {
            language = accepted
        } else {
            language = try await call.preferredLanguage(in: acceptor.resources.database)
        }
        return call.publicList(
            Self.allergens[language] ?? [], in: language, isPersonal: accepted == nil, dependsOnAccount: true)
    }

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.allergenProfile, account.uuid)
        if let document = try await acceptor.resources.ownDocument(resource, of: account) {
            return try await acceptor.resources.answer(document, to: call)
        }
        let empty = AllergenProfileView.empty
        return try await acceptor.resources.answer(version: EntityTag.Version(empty.version), to: call) {
            try EventCoding.encode(empty)
        }
    }

    func set(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let allergens = fields.choices("allergens", of: AllergenChoice.self)
        let others = fields.otherIngredients("otherIngredients")
        let diets = fields.choices("diets", of: Diet.self)
        let traces = fields.optionalChoice("traces", of: TraceStrictness.self) ?? .warn
        let history = fields.optionalChoice("history", of: ScanHistory.self) ?? .keep
        try fields.finish()
        let sealed = try await sealer.seal(others, .otherIngredients(of: account))
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        let resource = ResourceReference(.allergenProfile, account.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let version = try await VersionRepository.next(
                of: resource, of: account, after: nil, accepted: nil, at: transaction.eventTime(), in: transaction)
            guard let version, condition?.matches(version - 1) ?? true else { throw ProblemDetails(.versionMismatch) }
            let command = SetAllergenProfile(
                accountID: account, version: version, allergens: allergens.sorted(), otherIngredients: sealed,
                diets: diets, traces: traces, history: history)
            try transaction.append(command, key: account, subject: account)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }
}
