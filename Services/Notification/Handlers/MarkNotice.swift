import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Marks a notice as read or unread; repeating it changes nothing and succeeds.
package struct MarkNotice: EventHandler {
    package func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard var notice = try await NoticeRepository.lockLying(order.noticeID, of: order.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        if (notice.readAt != nil) != order.read {
            notice.version += 1
            notice.readAt = order.read ? try transaction.eventTime() : nil
            try NoticeRepository.mark(notice, in: transaction)
            if order.read { try DueDeliveryRepository.see(order.noticeID, in: transaction) }
        }
        try transaction.append(
            NoticeChanged(notice: notice), key: order.accountID, subject: order.noticeID, ending: .succeeded)
    }
}
