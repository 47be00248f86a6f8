import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Ingredient lists and their verdicts, and operations.
struct ScanEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let sealer: Sealer
    let archive: PhotoArchive
    let foods: KnownFoods

    /// Allowed length of an ingredient list, in Unicode scalars; the longest known package text has about 4,000.
    private static let textLength = 1...20_000

    /// Assesses a label from text, a photo, or a photo sent before.
    func assess(_ call: Call) async throws -> Answer {
        let acceptance =
            if let upload = call.photo {
                try await accept(upload, call)
            } else if call.body["photo"] ?? .null != .null {
                try await acceptDraft(call)
            } else {
                try await acceptText(call)
            }
        return try await naming(try await acceptor.answer(acceptance, to: call, done: .created), to: call)
    }

    private func acceptText(_ call: Call) async throws -> AcceptedCommand {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let text = Self.text(&fields)
        let hints = LabelHints(&fields)
        try fields.finish()
        let scan = ScanID.random()
        let sealed = try await sealer.seal(text, .scanText(scan, of: account))
        let name = try await hints.sealedName(for: scan, of: account, by: sealer)
        let resource = ResourceReference(.labelScan, scan.uuid), profile = Self.profile(of: account)
        let command: @Sendable (Int64, Voucher?, Date) -> AssessLabelText = { version, voucher, now in
            AssessLabelText(
                accountID: account, scanID: scan, text: sealed, language: hints.language, gtin: hints.gtin,
                profileVersion: version, requestedAt: now, voucher: voucher, name: name)
        }
        guard hints.gtin == nil else {
            // Facts about a product may be shown to others, so data about the account is included to assess its
            // reliability.
            return try await acceptor.accept(call, about: resource) { transaction in
                let version = try await Self.profileVersion(of: account, in: transaction)
                let voucher = try await call.voucher(forLabelOf: hints.gtin, in: transaction)
                try transaction.append(
                    command(version, voucher, transaction.eventTime()), key: account, subject: scan)
            }
        }
        return try await acceptor.acceptTogether(call, about: resource, knowing: profile) { version, transaction in
            try transaction.append(command(version, nil, transaction.eventTime()), key: account, subject: scan)
        }
    }

    private static func text(_ fields: inout BodyFields) -> String {
        let text = fields.text("text", length: textLength)
        if !text.isEmpty, text.allSatisfy(\.isWhitespace) { fields.report("text", .init(.blank, "must not be blank")) }
        return text
    }

    /// Renames a scan, or assesses a photo's scan again with the owner's corrected text.
    func change(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, scan = ScanID(try ResourceReader.id(of: call))
        let resource = ResourceReference(.labelScan, scan.uuid)
        guard try await acceptor.resources.document(resource, of: account) != nil else {
            throw ProblemDetails(.notFound)
        }
        var fields = try BodyFields(call.body)
        let acceptance =
            if fields.names("name") {
                try await rename(scan, &fields, call)
            } else {
                try await correct(scan, &fields, call)
            }
        return try await naming(try await acceptor.answer(acceptance, to: call, done: .ok), to: call)
    }

    private func rename(_ scan: ScanID, _ fields: inout BodyFields, _ call: Call) async throws -> AcceptedCommand {
        let account = try call.principal.account
        if fields.names("text") {
            fields.report(
                "text", .init(.notTogether, "must not be sent together with a name", ["fields": .texts(["name"])]))
        }
        let hints = LabelHints(&fields)
        try fields.finish()
        let name = try await hints.sealedName(for: scan, of: account, by: sealer)
        return try await acceptor.accept(call, about: ResourceReference(.labelScan, scan.uuid)) { transaction in
            try transaction.append(
                NameLabelScan(accountID: account, scanID: scan, name: name, requestedAt: try transaction.eventTime()),
                key: account, subject: scan)
        }
    }

    private func correct(_ scan: ScanID, _ fields: inout BodyFields, _ call: Call) async throws -> AcceptedCommand {
        let account = try call.principal.account
        let text = Self.text(&fields)
        try fields.finish()
        let sealed = try await sealer.seal(text, .scanText(scan, of: account))
        return try await acceptor.accept(call, about: ResourceReference(.labelScan, scan.uuid)) { transaction in
            try transaction.append(
                CorrectLabelText(
                    accountID: account, scanID: scan, text: sealed, requestedAt: try transaction.eventTime()),
                key: account, subject: scan)
        }
    }

    private func accept(_ upload: PhotoUpload, _ call: Call) async throws -> AcceptedCommand {
        // A repeated request discards the photo that it sent again.
        defer { upload.letGo() }
        let account = try call.principal.account
        var fields = try BodyFields(call.body, naming: call.naming)
        let hints = LabelHints(&fields)
        try fields.finish()
        let scan = ScanID.random(), photo = archive.prepared(upload, as: .random(), of: account)
        let name = try await hints.sealedName(for: scan, of: account, by: sealer)
        return try await acceptor.accept(
            call, about: ResourceReference(.labelScan, scan.uuid), lane: .label,
            preparation: { accept in try await archive.keep(upload, as: photo, accept) },
            { transaction in
                let now = try transaction.eventTime()
                guard try await PhotoRepository.settle(photo.key, for: scan, at: now, in: transaction) else {
                    throw PhotoArchive.Abandoned()
                }
                try await Self.append(photo, scan, hints, named: name, call, in: transaction)
            })
    }

    private func acceptDraft(_ call: Call) async throws -> AcceptedCommand {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let photo = fields.optionalID("photo", of: PhotoID.self)
        if fields.names("text") { fields.report("text", .init(.notTogether, "must not be sent together with a photo")) }
        let hints = LabelHints(&fields)
        try fields.finish()
        let scan = ScanID.random(), name = try await hints.sealedName(for: scan, of: account, by: sealer)
        return try await acceptor.accept(
            call, about: ResourceReference(.labelScan, scan.uuid), lane: .label
        ) { transaction in
            var confirmed: StoredPhoto?
            if let photo {
                confirmed = try await PhotoRepository.confirm(
                    photo, of: account, for: scan, sentAfter: archive.draftLimit,
                    at: try transaction.eventTime(), in: transaction)
            }
            guard let confirmed else {
                throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/photo", PhotoArchive.noDraft)])
            }
            try await Self.append(confirmed, scan, hints, named: name, call, in: transaction)
        }
    }

    private static func append(
        _ photo: StoredPhoto, _ scan: ScanID, _ hints: LabelHints, named name: Sealed<String>?, _ call: Call,
        in transaction: borrowing Transaction
    ) async throws {
        let account = photo.key.account
        try transaction.append(
            ReadLabel(
                accountID: account, scanID: scan, photo: photo.key, facts: photo.facts, language: hints.language,
                gtin: hints.gtin, profileVersion: try await profileVersion(of: account, in: transaction),
                requestedAt: try transaction.eventTime(),
                voucher: try await call.voucher(forLabelOf: hints.gtin, in: transaction), name: name),
            key: account, subject: scan)
    }

    /// The profile version that the verdict must be based on at least (ALG-03).
    private static func profileVersion(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Int64 {
        try await VersionRepository.read(profile(of: account), of: account, in: transaction)?.version ?? 0
    }

    private static func profile(of account: AccountID) -> ResourceReference {
        ResourceReference(.allergenProfile, account.uuid)
    }
}
