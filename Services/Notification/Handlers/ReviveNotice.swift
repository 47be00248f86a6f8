import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Restores a deleted notice in its owner's inbox, as long as its text is kept (NOT-10).
///
/// It is not delivered again. A notice that is not deleted is unchanged, and the command succeeds.
package struct ReviveNotice: EventHandler {
    package func handle(_ event: Event<RestoreNotice>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard
            var notice = try await NoticeRepository.lockReadable(
                command.noticeID, of: command.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        if notice.deletedAt != nil {
            notice.version += 1
            notice.deletedAt = nil
            try NoticeRepository.mark(notice, in: transaction)
        }
        try transaction.append(
            NoticeChanged(notice: notice), key: command.accountID, subject: command.noticeID, ending: .succeeded)
    }
}
