import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Marks a notice as read or unread; repeating it changes nothing and succeeds.
package struct MarkNotice: EventHandler {
    package func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard
            var notice = try await NoticeRepository.lockLying(command.noticeID, of: command.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        if (notice.readAt != nil) != command.read {
            notice.version += 1
            notice.readAt = command.read ? try transaction.eventTime() : nil
            try NoticeRepository.mark(notice, in: transaction)
            if command.read { try DueDeliveryRepository.see(command.noticeID, in: transaction) }
        }
        try transaction.append(
            NoticeChanged(notice: notice), key: command.accountID, subject: command.noticeID, ending: .succeeded)
    }
}
