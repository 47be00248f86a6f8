import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Marks a notice as read or unread; repeating it changes nothing and succeeds.
package struct MarkNotice: EventHandler {
    let notices: NoticeRepository
    let tellings: DueDeliveryRepository

    package func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard var notice = try await notices.lockLying(order.noticeID, of: order.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        if (notice.readAt != nil) != order.read {
            notice.version += 1
            notice.readAt = order.read ? try transaction.eventTime() : nil
            try notices.mark(notice, in: transaction)
            if order.read { try tellings.see(order.noticeID, in: transaction) }
        }
        try transaction.append(
            NoticeChanged(notice: notice), key: order.accountID, subject: order.noticeID, ending: .succeeded)
    }
}
