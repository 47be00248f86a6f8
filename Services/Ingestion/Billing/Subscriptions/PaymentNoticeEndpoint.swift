import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import ServiceRuntime
import StripeWire

/// Receives notifications of the payment provider.
///
/// Verifies the signature on the raw bytes, and passes on to `billing` only which object to query.
struct PaymentNoticeEndpoint: Sendable {
    let database: MessagingDatabase
    let settings: PaymentNoticeSettings?
    /// Counts notices about objects that this system does not know.
    let strange: Counter

    func take(_ call: Call) async throws -> Answer {
        guard let settings else { throw ProblemDetails(.notFound) }
        let now = database.clock.now()
        let name = HTTPField.Name(StripeSignature.header)
        do throws(StripeSignature.Refusal) {
            try StripeSignature(secrets: settings.secrets).check(
                call.raw, header: name.flatMap { call.headers[$0] } ?? "", at: now)
        } catch {
            throw ProblemDetails(.malformedRequest, detail: "The notification has an invalid signature.")
        }
        guard let notice = StripeNotice(call.raw) else {
            throw ProblemDetails(.malformedRequest, detail: "The body is not a payment notification.")
        }
        guard let account = notice.account.map({ AccountID($0) }) else {
            // A notice about an unknown object is accepted, so that it is not sent again.
            strange.increment()
            return try .json(.ok, ["received": true])
        }
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let command = CheckPayment(
                accountID: account, provider: settings.provider, noticeID: notice.id, objectID: notice.objectID,
                receivedAt: try transaction.eventTime())
            try transaction.append(command, key: account, subject: notice.objectID)
        }
        return try .json(.ok, ["received": true])
    }
}

/// Settings for verifying payment notices.
package struct PaymentNoticeSettings: Sendable {
    /// `stripe` or `sandbox`.
    package var provider: String
    /// The signing secrets, several during a replacement.
    package var secrets: [String]

    /// Creates settings from their values.
    package init(provider: String, secrets: [String]) {
        self.provider = provider
        self.secrets = secrets
    }

    private enum Provider: String, CaseIterable, Sendable {
        case stripe, sandbox
    }

    /// Reads `PAYMENT_PROVIDER` and `PAYMENT_NOTICE_SECRETS`; nil if no provider is named.
    package init?(from environment: inout EnvironmentReader) {
        guard let provider = environment.optional("PAYMENT_PROVIDER", as: .choice(of: Provider.self)) else {
            return nil
        }
        let secrets = environment.required("PAYMENT_NOTICE_SECRETS", as: .string, secret: true)
        self.init(provider: provider.rawValue, secrets: secrets.split(separator: ",").map(String.init))
    }
}
