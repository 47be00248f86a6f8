import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing

/// Writes account mails for `notification` to send (GW-07, GW-17).
package struct AccountMails: Sendable {
    let sealer: Sealer

    package init(sealer: Sealer) { self.sealer = sealer }

    /// A prepared mail, with the slow work done outside the transaction.
    struct Draft: Sendable {
        let account: AccountID
        let kind: AccountMailKind
        let locale: String
        fileprivate let mail: MailID
        fileprivate let code: AccountCode?
        fileprivate let parameters: Sealed<AccountMailParameters>

        /// Requests the mail; its code, if it has one, replaces earlier ones of the kind.
        ///
        /// - Parameters:
        ///   - emailIndex: The keyed hash of the recipient's address.
        ///   - now: The current time.
        ///   - transaction: The transaction of the request.
        /// - Returns: False if too many codes were mailed to the person recently; nothing is sent then.
        /// - Throws: A `PostgresError`.
        func send(
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

    /// Prepares a mail to an address, with a code if its kind has one.
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

    /// Seals an address for other services.
    ///
    /// - Throws: A `SealingError`.
    package func contact(_ address: String, of account: AccountID) async throws -> Sealed<ContactAddress> {
        try await sealer.seal(ContactAddress(email: Self.mailbox(address)), .contactAddress(of: account))
    }

    private static func mailbox(_ address: String) -> String { EmailAddress(address)?.mailbox ?? address }
}

extension AccountMailKind {
    /// How long an address can be verified with a mailed code, in seconds.
    static let verificationLife: TimeInterval = 24 * 3_600
    /// How long a recovery code can be used, in seconds (GW-17 requires a short time).
    static let recoveryLife: TimeInterval = 15 * 60
    /// How long a mail about a change may be delayed before it is dropped, in seconds.
    static let newsLife: TimeInterval = 48 * 3_600

    /// How long the mail may be delayed and its code is valid, in seconds.
    fileprivate var life: TimeInterval {
        switch self {
        case .verification: Self.verificationLife
        case .recovery: Self.recoveryLife
        default: Self.newsLife
        }
    }

    /// The purpose of its code; nil for mails without a code.
    fileprivate var purpose: AccountCode.Purpose? {
        switch self {
        case .verification: .verification
        case .recovery: .recovery
        default: nil
        }
    }
}
