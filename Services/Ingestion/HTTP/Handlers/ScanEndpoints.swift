import EventContracts
import Foundation
import HTTPTypes
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Ingredient lists and their verdicts, and operations.
struct ScanEndpoints: Sendable {
    let desk: CommandDesk
    let sealer: Sealer

    /// Longest ingredient list, in Unicode scalars; the longest seen on packages has about 4,000.
    private static let textLength = 1...20_000

    /// Languages the lexicon knows.
    private enum Language: String, CaseIterable { case en, fr, es, zh }

    func assess(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let text = fields.text("text", length: Self.textLength)
        if !text.isEmpty, text.allSatisfy(\.isWhitespace) { fields.report("text", "must not be blank") }
        let language = fields.optionalChoice("language", of: Language.self)
        let gtin = fields.optionalGTIN("gtin")
        try fields.finish()
        let scan = ScanID.random()
        let sealed = try await sealer.seal(text, .scanText(scan, of: account))
        let operation = try await desk.accept(call, about: ResourceReference(.labelScan, scan.uuid)) { transaction in
            let profile = ResourceReference(.allergenProfile, account.uuid)
            let version = try await VersionRepository.read(profile, of: account, in: transaction)?.version ?? 0
            try transaction.append(
                AssessLabelText(
                    accountID: account, scanID: scan, text: sealed, language: language?.rawValue, gtin: gtin?.digits,
                    profileVersion: version, requestedAt: try transaction.eventTime()),
                key: account, subject: scan)
        }
        return try await desk.answer(operation, to: call, done: .created)
    }

    func list(_ call: Call) async throws -> Answer { try await desk.resources.page(of: .labelScan, to: call) }

    func read(_ call: Call) async throws -> Answer {
        let resource = ResourceReference(.labelScan, try ResourceReader.id(of: call))
        let document = try await desk.resources.document(resource, of: call.principal.account)
        return try await desk.resources.answer(document, to: call)
    }

    func readOperation(_ call: Call) async throws -> Answer {
        let id = OperationID(try ResourceReader.id(of: call))
        let record = try await desk.resources.operation(id, of: call.principal.account, until: call.heldUntil)
        return try .json(.ok, await desk.resources.view(of: record))
    }
}
