import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes a notice from its owner's inbox (NOT-10); commands of other accounts do not find it.
package struct RemoveNotice: EventHandler {
    package func handle(_ event: Event<DeleteNotice>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard var notice = try await NoticeRepository.lockLying(order.noticeID, of: order.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        notice.version += 1
        notice.deletedAt = try transaction.eventTime()
        try NoticeRepository.mark(notice, in: transaction)
        try DueDeliveryRepository.see(order.noticeID, in: transaction)
        try transaction.append(
            NoticeChanged(notice: notice), key: order.accountID, subject: order.noticeID, ending: .succeeded)
    }
}
