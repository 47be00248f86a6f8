import Foundation

/// Command: assign a seat, which an institution pays for, to another person (BIL-20).
package struct AssignSeat: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.assign-seat.v1")
    package static let topic = Topic.billingCommands

    /// The paying account.
    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var seatID: SeatID
    /// The person who uses it and has accepted the offer.
    package var memberID: AccountID
    package var assignedAt: Date

    package init(
        accountID: AccountID, subscriptionID: SubscriptionID, seatID: SeatID, memberID: AccountID, assignedAt: Date
    ) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.seatID = seatID
        self.memberID = memberID
        self.assignedAt = assignedAt
    }
}

/// Command: release a seat, at the request of the payer or the user.
package struct ReleaseSeat: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.release-seat.v1")
    package static let topic = Topic.billingCommands

    /// The paying account.
    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var seatID: SeatID

    package init(accountID: AccountID, subscriptionID: SubscriptionID, seatID: SeatID) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.seatID = seatID
    }
}

/// Current state of a seat; the user's features come as their own `EntitlementChanged`.
package struct SeatChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.seat-changed.v1")
    package static let topic = Topic.billingSubscription

    /// The paying account.
    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var seatID: SeatID
    package var version: Int64
    /// Nil once it is free.
    package var memberID: AccountID?
    package var changedAt: Date

    package init(
        accountID: AccountID, subscriptionID: SubscriptionID, seatID: SeatID, version: Int64, memberID: AccountID?,
        changedAt: Date
    ) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.seatID = seatID
        self.version = version
        self.memberID = memberID
        self.changedAt = changedAt
    }
}

/// Staff command: give a person a plan without payment, until a day or permanently, or revoke it (GW-25).
///
/// The gateway's audit log records who ordered it and why.
package struct SetComplimentaryPlan: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.set-complimentary-plan.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    /// Version of the person's complimentary plans; an older one changes nothing.
    package var version: Int64
    /// `basic` revokes the plan.
    package var tier: PlanTier
    package var until: Date
    package var orderedAt: Date

    package init(accountID: AccountID, version: Int64, tier: PlanTier, until: Date, orderedAt: Date) {
        self.accountID = accountID
        self.version = version
        self.tier = tier
        self.until = until
        self.orderedAt = orderedAt
    }
}
