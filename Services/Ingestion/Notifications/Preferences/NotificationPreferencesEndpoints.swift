import Crypto
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Notification preferences (NOT-11); the inbox always receives everything.
struct NotificationPreferencesEndpoints: Sendable {
    let resources: ResourceReader
    let database: MessagingDatabase
    let sealer: Sealer
    /// Whether addresses may use `http:` within the configured network.
    let allowsPlain: Bool

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let stored = try await NotificationPreferencesRepository.find(account, in: database.pool)
        return try await resources.answer(version: EntityTag.Version(stored?.version ?? 0), to: call) {
            try EventCoding.encode(NotificationPreferencesView(stored, try await addresses(of: stored)))
        }
    }

    /// Replaces all preferences; an unchanged webhook keeps its secret.
    func set(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var form = try NotificationPreferencesForm(call.body, allowsPlain: allowsPlain)
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        let stored = try await NotificationPreferencesRepository.find(account, in: database.pool)
        let version = stored?.version ?? 0
        guard condition?.matches(version) ?? true else { throw ProblemDetails(.versionMismatch) }
        if let webhook = form.addresses.webhook {
            let known = try await addresses(of: stored)
            form.addresses.webhookSecret =
                known?.webhook == webhook ? known?.webhookSecret : Self.newSecret()
        }
        let addressed = form.addresses.channels.map(\.rawValue)
        let sealed = addressed.isEmpty ? nil : try await sealer.seal(form.addresses, .deliveryAddresses(of: account))
        let options = form
        let changed = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let changed = NotificationPreferencesChanged(
                accountID: account, version: version + 1, channels: options.channels, quietHours: options.quietHours,
                digestAt: options.digestAt, addressed: addressed, addresses: sealed,
                changedAt: try transaction.eventTime())
            guard try await NotificationPreferencesRepository.save(changed, in: transaction) else {
                throw ProblemDetails(.versionMismatch)
            }
            try transaction.append(changed, key: account, subject: account)
            return changed
        }
        var headers = HTTPFields()
        headers[.eTag] = EntityTag.text(changed.version)
        return try .json(.ok, NotificationPreferencesView(changed, form.addresses), headers: headers)
    }

    private func addresses(of stored: NotificationPreferencesChanged?) async throws -> NotificationAddresses? {
        guard let stored, let sealed = stored.addresses else { return nil }
        return try await sealer.open(sealed, .deliveryAddresses(of: stored.accountID))
    }

    /// A new secret for signing webhooks: 32 bytes, in the format of Standard Webhooks.
    private static func newSecret() -> String {
        "whsec_" + SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    }
}
