import EventContracts
import Foundation
import Logging
import Postgres
import Sealing
import ServiceRuntime

/// Deletes an account's data when the gateway reports its erasure, and reports the result (GW-19).
package struct AccountEraser<Report: ErasureReportBody>: EventHandler {
    /// Interval for checking for remaining work.
    package static var interval: Duration { .seconds(5) }

    private let erasure: AccountErasure

    /// An eraser of a service's schema.
    package init(_ erasure: AccountErasure) {
        self.erasure = erasure
    }

    /// Snapshots count too, so that a service that was down longer than events are kept still learns of the erasure.
    package var appliesSnapshots: Bool { true }
    package var takesErased: Bool { true }
    package var isTakenAlone: Bool { true }

    package func handle(_ event: Event<AccountErased>, in transaction: borrowing Transaction) async throws {
        let erased = event.body
        guard event.attributes.key == erased.accountID.description else {
            throw PermanentFailure("the key is not the account that was erased")
        }
        let deleted = try await erasure.apply(
            to: erased.accountID, erased.erasureID, at: erased.erasedAt, in: transaction)
        try Self.report(erased.accountID, erased.erasureID, deleted, in: transaction)
    }

    /// Performs erasures that no event announced, as after a restore, and repeats recent ones once.
    package func work(over database: MessagingDatabase, logger: Logger) -> PeriodicJob {
        PeriodicJob("erasures", every: Self.interval, logger: logger) {
            try await erasure.round(in: database) { erased, deleted, transaction in
                try Self.report(erased.account, erased.erasure, deleted, in: transaction)
            }
        }
    }

    private static func report(
        _ account: AccountID, _ erasure: ErasureID, _ deleted: [String: Int], in transaction: borrowing Transaction
    ) throws {
        let report = Report(
            accountID: account, erasureID: erasure, deleted: deleted, erasedAt: try transaction.eventTime())
        try transaction.append(report, key: account, subject: erasure)
    }
}
