import EventContracts
import Foundation
import Messaging
import Sealing

@testable import NotificationService

extension RealService {
    /// The inbox, without deliveries.
    static func notification(_ sealer: Sealer) throws -> RealService {
        return RealService(
            name: "notification", migrations: try NotificationMigrations.all(),
            subscriptions: [
                Subscription(MarkNotice()),
                Subscription(RemoveNotice()),
                Subscription(ReviveNotice()),
            ],
            operations: OutcomeEvents<NotificationCommandRejected, NotificationCommandFailed>())
    }

    /// Puts a notice into an inbox.
    static func keep(_ notice: Notice, in inbox: MessagingDatabase) async throws {
        try await inbox.write(.request(correlationID: UUID())) { transaction in
            try NoticeRepository.save(notice, causeVersion: 1, causeState: "contains", in: transaction)
        }
    }
}
