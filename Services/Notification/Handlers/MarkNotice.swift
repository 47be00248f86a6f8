import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Marks a notice as read or unread; repeating it changes nothing and succeeds.
package struct MarkNotice: EventHandler {
    let notices: NoticeRepository
    let dueDeliveries: DueDeliveryRepository

    package func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard var notice = try await notices.lockLying(command.noticeID, of: command.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        if (notice.readAt != nil) != command.read {
            notice.version += 1
            notice.readAt = command.read ? try transaction.eventTime() : nil
            try notices.mark(notice, in: transaction)
            if command.read { try dueDeliveries.see(command.noticeID, in: transaction) }
        }
        try transaction.append(
            NoticeChanged(notice: notice), key: command.accountID, subject: command.noticeID, ending: .succeeded)
    }
}
