import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Puts a deleted notice back into its owner's inbox, as long as its text is kept (NOT-10).
///
/// It is not delivered again. A notice that is not deleted stays as it is, and the command succeeds.
package struct ReviveNotice: EventHandler {
    package func handle(_ event: Event<RestoreNotice>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard var notice = try await NoticeRepository.lockReadable(order.noticeID, of: order.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        if notice.deletedAt != nil {
            notice.version += 1
            notice.deletedAt = nil
            try NoticeRepository.mark(notice, in: transaction)
        }
        try transaction.append(
            NoticeChanged(notice: notice), key: order.accountID, subject: order.noticeID, ending: .succeeded)
    }
}
