import Foundation
import Quantities

/// Command: buy a plan; the answer is a subscription with the address of the payment page (BIL-03).
package struct StartSubscription: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.start-subscription.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var checkoutID: CheckoutID
    package var choice: PlanChoice
    /// Where taxes are owed: ISO 3166-2, such as `CA-ON`.
    package var region: String
    /// IANA name; periods end at the same local time in this zone.
    package var timeZone: String
    package var requestedAt: Date
    /// Whether it begins with a trial; nil means no.
    package var wantsTrial: Bool?

    package init(
        accountID: AccountID, subscriptionID: SubscriptionID, checkoutID: CheckoutID, choice: PlanChoice,
        region: String, timeZone: String, requestedAt: Date, wantsTrial: Bool? = nil
    ) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.checkoutID = checkoutID
        self.choice = choice
        self.region = region
        self.timeZone = timeZone
        self.requestedAt = requestedAt
        self.wantsTrial = wantsTrial
    }
}

/// Command: change the plan or the number of seats (BIL-03, BIL-04).
///
/// An increase holds at once, a decrease from the next period; choosing the current plan cancels a pending change.
package struct ChangeSubscription: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.change-subscription.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var choice: PlanChoice
    /// When the price was quoted to the person; the quoted price is charged.
    package var quotedAt: Date
    /// The quoted price with taxes; the command is rejected if it is not the actual price.
    package var agreedTotal: Money

    package init(
        accountID: AccountID, subscriptionID: SubscriptionID, choice: PlanChoice, quotedAt: Date, agreedTotal: Money
    ) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.choice = choice
        self.quotedAt = quotedAt
        self.agreedTotal = agreedTotal
    }
}

/// Command: end the subscription without renewal (BIL-04).
package struct CancelSubscription: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.cancel-subscription.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    package var subscriptionID: SubscriptionID

    package init(accountID: AccountID, subscriptionID: SubscriptionID) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
    }
}

/// Command: refund a payment (BIL-11).
package struct RefundPayment: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.refund-payment.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    package var paymentID: PaymentID
    /// When the person asked; the refund window is measured at this time, however long the command waits.
    package var requestedAt: Date

    package init(accountID: AccountID, paymentID: PaymentID, requestedAt: Date) {
        self.accountID = accountID
        self.paymentID = paymentID
        self.requestedAt = requestedAt
    }
}

/// Command: read the state of an object from the payment provider after its notification.
///
/// Contains only the reference; the state is read from the provider, so that late, repeated and reordered notifications
/// do no harm.
package struct CheckPayment: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.check-payment.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    /// `stripe` or `sandbox`.
    package var provider: String
    /// The provider's id of the notice, such as `evt_…`.
    package var noticeID: String
    /// The provider's id of the object, such as `pi_…` or `cs_…`.
    package var objectID: String
    package var receivedAt: Date

    package init(accountID: AccountID, provider: String, noticeID: String, objectID: String, receivedAt: Date) {
        self.accountID = accountID
        self.provider = provider
        self.noticeID = noticeID
        self.objectID = objectID
        self.receivedAt = receivedAt
    }
}
