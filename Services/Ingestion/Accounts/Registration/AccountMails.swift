import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing

/// Writes the mails about an account itself, for `notification` to send (GW-07, GW-17).
package struct AccountMails: Sendable {
    let sealer: Sealer

    package init(sealer: Sealer) { self.sealer = sealer }

    /// A mail that is not asked for yet: what takes time is done, so that a transaction does not wait for it.
    struct Draft: Sendable {
        let account: AccountID
        let kind: AccountMailKind
        let locale: String
        fileprivate let mail: MailID
        fileprivate let code: AccountCode?
        fileprivate let parameters: Sealed<AccountMailParameters>

        /// Asks for the mail, and from now on takes its code, if it has one, and no earlier one of the kind.
        ///
        /// - Parameters:
        ///   - emailIndex: The keyed hash of the address that it goes to.
        ///   - now: The time.
        ///   - transaction: What it is asked for in.
        /// - Returns: False when the person has been mailed too many codes lately; nothing is asked for then.
        /// - Throws: A `PostgresError`.
        func ask(
            to emailIndex: [UInt8], at now: Date, in transaction: borrowing Transaction
        ) async throws -> Bool {
            let ends = now.addingTimeInterval(kind.life)
            if let code, let purpose = kind.purpose {
                let isKept = try await AccountCodeRepository.keep(
                    code, for: purpose, of: account, mailedTo: emailIndex, until: ends, at: now, in: transaction)
                guard isKept else { return false }
            }
            try transaction.append(
                AccountMailRequested(
                    accountID: account, mailID: mail, kind: kind, locale: locale, parameters: parameters,
                    expiresAt: ends, requestedAt: now),
                key: account, subject: mail)
            return true
        }
    }

    /// A mail to an address, with a code of its own when its kind has one.
    ///
    /// - Throws: A `SealingError`.
    func draft(
        _ kind: AccountMailKind, to address: String, of account: AccountID, in locale: String,
        listing waysIn: [AccountSignInMethod]? = nil
    ) async throws -> Draft {
        let mail = MailID.random(), code = kind.purpose.map { _ in AccountCode.random() }
        let parameters = try await sealer.seal(
            AccountMailParameters(to: Self.mailbox(address), code: code?.text, waysIn: waysIn),
            .accountMailParameters(mail, of: account))
        return Draft(
            account: account, kind: kind, locale: locale, mail: mail, code: code, parameters: parameters)
    }

    /// An address as other services are told of it.
    ///
    /// - Throws: A `SealingError`.
    package func contact(_ address: String, of account: AccountID) async throws -> Sealed<ContactAddress> {
        try await sealer.seal(ContactAddress(email: Self.mailbox(address)), .contactAddress(of: account))
    }

    private static func mailbox(_ address: String) -> String { EmailAddress(address)?.mailbox ?? address }
}

extension AccountMailKind {
    /// How long a person has time to open the mailbox and show that it is theirs, in seconds.
    static let verificationLife: TimeInterval = 24 * 3_600
    /// How long a forgotten password can be replaced, in seconds (GW-17: short).
    static let recoveryLife: TimeInterval = 15 * 60
    /// For how long it is of use to tell what has happened, in seconds.
    static let newsLife: TimeInterval = 48 * 3_600

    /// How long the mail is of use, and its code is taken, in seconds.
    fileprivate var life: TimeInterval {
        switch self {
        case .verification: Self.verificationLife
        case .recovery: Self.recoveryLife
        default: Self.newsLife
        }
    }

    /// What its code is good for; nil of a mail that only tells.
    fileprivate var purpose: AccountCode.Purpose? {
        switch self {
        case .verification: .verification
        case .recovery: .recovery
        default: nil
        }
    }
}
