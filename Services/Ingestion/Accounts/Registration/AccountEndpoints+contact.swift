import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Mailbox verification (GW-07) and password recovery (GW-17).
extension AccountEndpoints {
    /// Maximum length of a code, in Unicode scalars.
    private static let codeLength = 1...64

    /// The same answer for every invalid code: wrong, used, expired, replaced, or of another person.
    private static var notACode: ProblemDetails {
        ProblemDetails(
            .invalidFields,
            errors: [.init(pointer: "/code", .init(.expiredCode, "is invalid or expired: request a new one"))])
    }

    /// Sends a verification code, or redeems one.
    ///
    /// Requires sign-in: otherwise a person could register with another person's address and have its owner verify it.
    func verify(_ call: Call) async throws -> Answer {
        let account = try await context.stored(try call.principal.account)
        guard call.body != .null else { return try await mailCode(to: account, call) }
        var fields = try BodyFields(call.body)
        guard fields.names("code") else { return try await mailCode(to: account, call) }
        let text = fields.text("code", length: Self.codeLength)
        try fields.finish()
        try context.limits.admit(call.address, limit: .signIns)
        guard let code = AccountCode(text) else { throw Self.notACode }
        try await take(code, of: account, call)
        await context.sessions.changed(try call.principal.session, of: account.account)
        return Answer(.noContent)
    }

    private func mailCode(to account: StoredAccount, _ call: Call) async throws -> Answer {
        if account.isVerified { return Answer(.noContent) }
        let draft = try await context.mails.draft(
            .verification, to: try await context.address(of: account), of: account.account, in: account.locale)
        let isAsked = try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            try await draft.send(to: account.emailIndex, at: try transaction.eventTime(), in: transaction)
        }
        guard isAsked else { throw ProblemDetails.tooManyRequests(retryAfter: .seconds(AccountCodeRepository.window)) }
        return Answer(.accepted)
    }

    private func take(_ code: AccountCode, of account: StoredAccount, _ call: Call) async throws {
        let contact = try await context.mails.contact(try await context.address(of: account), of: account.account)
        try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            guard
                let version = try await AccountRepository.verify(
                    account.account, at: account.emailIndex, at: now, in: transaction),
                try await AccountCodeRepository.use(
                    code, for: .verification, of: account.account, mailedTo: account.emailIndex, at: now,
                    in: transaction)
            else { throw Self.notACode }
            try await Audit.record(AuditEntry(.addressVerified, by: call), in: transaction)
            try transaction.append(
                ContactChanged(
                    accountID: account.account, version: version, address: contact, isVerified: true, changedAt: now),
                key: account.account, subject: account.account)
        }
    }

    /// Records a recovery request, or redeems the mailed code.
    func recover(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        guard fields.names("code") else {
            let text = fields.text("email", length: 1...320)
            try fields.finish()
            // No look-up happens here, so the response and its timing do not reveal whether the account exists.
            try await RecoveryRequestRepository.add(
                context.emailIndex.hash(Username.indexed(signIn: text)), at: context.issuer.clock.now(),
                in: context.database.pool)
            return Answer(.accepted)
        }
        let text = fields.text("code", length: Self.codeLength)
        let password = fields.text("password", length: 1...1_024)
        try fields.finish()
        guard let code = AccountCode(text),
            let owner = try await AccountCodeRepository.owner(
                ofRecovery: code, at: context.issuer.clock.now(), in: context.database.pool),
            let account = try await AccountRepository.read(owner, in: context.database.pool)
        else { throw Self.notACode }
        try await replace(with: password, by: code, of: account, call)
        return Answer(.noContent)
    }

    /// Sets the new password and ends every session.
    ///
    /// Another person who registered with this address could add a passkey, an authenticator or an issuer link before
    /// the mailbox owner learns of it. So when the mailbox is first verified, everything added before is removed; later
    /// additions are kept, and the mail lists them.
    private func replace(
        with password: String, by code: AccountCode, of account: StoredAccount, _ call: Call
    ) async throws {
        let address = try await context.address(of: account)
        if let fault = PasswordRules.fault(in: password, address: EmailAddress(address)) {
            throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/password", fault.field)])
        }
        let hash = try await context.hasher.hash(password)
        let contact = try await context.mails.contact(address, of: account.account)
        let methods = try await SignInMethodRepository.list(of: account.account, in: context.database.pool)
        let kind: AccountMailKind =
            methods.isEmpty ? .passwordChanged : account.isVerified ? .recovered : .recoveredAnew
        let news = try await context.mails.draft(
            kind, to: address, of: account.account, in: account.locale, listing: methods.isEmpty ? nil : methods)
        let ended = try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            guard
                let (version, wasVerified) = try await AccountRepository.recover(
                    account.account, at: account.emailIndex, passwordHash: hash, at: now, in: transaction),
                try await AccountCodeRepository.use(
                    code, for: .recovery, of: account.account, mailedTo: account.emailIndex, at: now, in: transaction)
            else { throw Self.notACode }
            try await Audit.record(AuditEntry(.recovered, by: call, of: account.account), in: transaction)
            try await CredentialAnswerRepository.forget(of: account.account, in: transaction)
            if !wasVerified { try await forgetStrangers(of: account.account, call, at: now, in: transaction) }
            try await SignInNetworkRepository.forgetAll(of: account.account, in: transaction)
            try await SignInNetworkRepository.remember(
                call.addressHash, of: account.account, at: now, in: transaction)
            try transaction.append(
                ContactChanged(
                    accountID: account.account, version: version, address: contact, isVerified: true, changedAt: now),
                key: account.account, subject: account.account)
            _ = try await news.send(to: account.emailIndex, at: now, in: transaction)
            return try await SessionRepository.revokeAll(of: account.account, but: nil, at: now, in: transaction)
        }
        await context.sessions.changed(ended, of: account.account)
        // A person who forgot the password need not wait for earlier wrong attempts.
        SignInTries(at: .password, of: account.account, context.backoff).succeeded()
    }

    /// Removes all access that a person without the mailbox may have added to the account: sign-in methods and grants.
    private func forgetStrangers(
        of account: AccountID, _ call: Call, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        if try await SignInMethodRepository.removeAll(of: account, in: transaction) {
            try await Audit.record(AuditEntry(.signInMethodsRemoved, by: call, of: account), in: transaction)
        }
        for grant in try await GrantRepository.endAll(givenBy: account, at: now, in: transaction) {
            try await Audit.record(
                AuditEntry(.grantWithdrawn, by: call, of: account, resource: grant.description), in: transaction)
        }
        for subscription in try await PushSubscriptionRepository.removeAll(of: account, in: transaction) {
            try PushSubscriptionRepository.publish(subscription, of: account, nil, in: transaction)
        }
    }
}
