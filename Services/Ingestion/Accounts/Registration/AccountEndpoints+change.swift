import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Viewing and changing account details (GW-18).
extension AccountEndpoints {
    func read(_ call: Call) async throws -> Answer {
        try await context.answer(with: call.principal.account, to: call)
    }

    /// Changes the given fields.
    ///
    /// Changes to sign-in names need a proof; a new password ends other sessions.
    func change(_ call: Call) async throws -> Answer {
        let principal = try call.principal, old = try await context.stored(principal.account)
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        guard condition?.matches(old.version) ?? true else { throw ProblemDetails(.versionMismatch) }
        let form = try AccountChangeForm(
            call.body, of: EmailAddress(try await context.address(of: old)), context.rules, hasPassword: old.hasPassword
        )
        if form.needsProof { try await context.proofs.require(form.proof, for: .account, of: old, call) }
        let change = try await change(form, of: old), news = try await news(form, change, of: old)
        let ended: [SessionID]
        do {
            ended = try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
                for action in form.audited { try await Audit.record(AuditEntry(action, by: call), in: transaction) }
                return try await store(change, news, of: old, endingAllBut: principal.session, call, in: transaction)
            }
        } catch {
            switch AccountRepository.Taken(error) {
            case .email: throw ProblemDetails(.accountExists)
            case .username:
                throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/username", .init(.taken, "is taken"))])
            case nil: throw error
            }
        }
        await context.sessions.changed(ended, of: principal.account)
        return try await context.answer(with: principal.account, to: call)
    }

    private func change(_ form: AccountChangeForm, of old: StoredAccount) async throws -> AccountChange {
        var details = try await context.details(of: old)
        details.name = form.name.applied(to: details.name)
        details.username = form.username.applied(to: details.username)
        details.units = form.units ?? details.units
        var change = AccountChange(locale: form.locale ?? old.locale, timeZone: form.timeZone ?? old.timeZone)
        if !details.isEmpty {
            let bytes = Array(try EventCoding.encode(details))
            change.detailsSealed = try await context.sealer.seal(bytes: bytes, .accountDetails(of: old.account))
        }
        change.usernameIndex = details.username.flatMap(Username.init).map { context.emailIndex.hash($0.indexed) }
        if let email = form.email {
            let sealed = try await context.sealer.seal(bytes: Array(email.text.utf8), .emailAddress(of: old.account))
            change.email = (sealed, context.emailIndex.hash(email.normalized))
        }
        if let password = form.password { change.passwordHash = try await context.hasher.hash(password) }
        return change
    }

    /// The mails about changed sign-in methods.
    private struct ContactChangeMails: Sendable {
        /// The new address; nil if unchanged.
        var contact: Sealed<ContactAddress>?
        /// Mails to the previous address.
        var toOld: [AccountMails.Draft] = []
        /// The mail to the new address.
        var toNew: AccountMails.Draft?
    }

    /// A different spelling of the same address stays verified.
    private func news(
        _ form: AccountChangeForm, _ change: AccountChange, of old: StoredAccount
    ) async throws -> ContactChangeMails {
        var news = ContactChangeMails()
        guard change.email != nil || change.passwordHash != nil else { return news }
        let address = try await context.address(of: old), account = old.account
        if change.passwordHash != nil {
            news.toOld.append(
                try await context.mails.draft(.passwordChanged, to: address, of: account, in: change.locale))
        }
        guard let email = form.email, let index = change.email?.index else { return news }
        news.contact = try await context.mails.contact(email.text, of: account)
        if index != old.emailIndex {
            news.toOld.append(
                try await context.mails.draft(.addressChanged, to: address, of: account, in: change.locale))
            news.toNew = try await context.mails.draft(.verification, to: email.text, of: account, in: change.locale)
        }
        return news
    }

    private func sendMails(
        _ news: ContactChangeMails, _ change: AccountChange, of old: StoredAccount, at now: Date,
        in transaction: borrowing Transaction
    ) async throws {
        let index = change.email?.index ?? old.emailIndex
        if let contact = news.contact {
            try transaction.append(
                ContactChanged(
                    accountID: old.account, version: old.version + 1, address: contact,
                    isVerified: old.isVerified && index == old.emailIndex, changedAt: now),
                key: old.account, subject: old.account)
        }
        for draft in news.toOld { _ = try await draft.send(to: old.emailIndex, at: now, in: transaction) }
        // If too many codes were sent recently, the person must request another one later.
        _ = try await news.toNew?.send(to: index, at: now, in: transaction)
        if change.passwordHash != nil || index != old.emailIndex {
            try await AccountCodeRepository.voidRecovery(of: old.account, at: now, in: transaction)
        }
    }

    private func store(
        _ change: AccountChange, _ news: ContactChangeMails, of old: StoredAccount, endingAllBut kept: SessionID,
        _ call: Call,
        in transaction: borrowing Transaction
    ) async throws -> [SessionID] {
        let now = try transaction.eventTime()
        let isStored = try await AccountRepository.change(
            old.account, to: change, from: old.version, at: now, in: transaction)
        guard isStored else { throw CommandAcceptor.overtaken(call) }
        if change.locale != old.locale || change.timeZone != old.timeZone {
            // Publishes the account's state for services that store a copy.
            try transaction.append(
                AccountRegistered(
                    accountID: old.account, locale: change.locale, timeZone: change.timeZone,
                    acceptedTerms: old.acceptedTerms, registeredAt: old.createdAt),
                key: old.account, subject: old.account, isSnapshot: true)
        }
        if change.passwordHash != nil || change.email != nil {
            try await CredentialAnswerRepository.forget(of: old.account, in: transaction)
        }
        try await sendMails(news, change, of: old, at: now, in: transaction)
        guard change.passwordHash != nil else { return [] }
        return try await SessionRepository.revokeAll(of: old.account, but: kept, at: now, in: transaction)
    }
}
