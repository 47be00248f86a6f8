import Foundation

/// Command: send a test message to one browser of a person.
package struct SendTestPush: PersonalEventBody {
    package static let type = EventType("foodmagic.notification.send-test-push.v1")
    package static let topic = Topic.notificationCommands

    package var accountID: AccountID
    package var subscriptionID: PushSubscriptionID
    package var requestedAt: Date

    package init(accountID: AccountID, subscriptionID: PushSubscriptionID, requestedAt: Date) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.requestedAt = requestedAt
    }
}
