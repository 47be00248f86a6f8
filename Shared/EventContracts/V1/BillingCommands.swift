import Foundation
import Quantities

/// Order: the person wants to buy a plan; answered by a subscription with the address of the page where one pays (BIL-03).
package struct StartSubscription: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.start-subscription.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var checkoutID: CheckoutID
    package var choice: PlanChoice
    /// Where taxes are owed: ISO 3166-2, such as `CA-ON`.
    package var region: String
    /// IANA name: periods end at the same time of day there.
    package var timeZone: String
    package var requestedAt: Date
    /// Whether it is to begin with a trial; nil is no.
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

/// Order: another plan or number of seats: at once when it is more, with the next period when it is less; the plan that the
/// person has takes back what was to come (BIL-03, BIL-04).
package struct ChangeSubscription: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.change-subscription.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var choice: PlanChoice
    /// When the person was told what it costs: that is what they are charged.
    package var quotedAt: Date
    /// What they were told, with taxes; nothing changes when it is not what it costs.
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

/// Order: no renewal (BIL-04).
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

/// Order: give a payment back (BIL-11).
package struct RefundPayment: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.refund-payment.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    package var paymentID: PaymentID
    /// When the person asked: what the window is measured at, however long the order waits.
    package var requestedAt: Date

    package init(accountID: AccountID, paymentID: PaymentID, requestedAt: Date) {
        self.accountID = accountID
        self.paymentID = paymentID
        self.requestedAt = requestedAt
    }
}

/// Order: the payment provider says that something has happened to one of its objects; look at it.
///
/// Holds the reference alone: what the object says is asked of the provider, so that late, repeated and reordered notices do
/// no harm.
package struct CheckPayment: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.check-payment.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    /// `stripe` or `sandbox`.
    package var provider: String
    /// The provider's name for the notice, such as `evt_…`.
    package var noticeID: String
    /// The provider's name for the object, such as `pi_…` or `cs_…`.
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
