import Foundation

/// Order: somebody else may use one of the seats that an institution pays for (BIL-20).
package struct AssignSeat: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.assign-seat.v1")
    package static let topic = Topic.billingCommands

    /// Who pays.
    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var seatID: SeatID
    /// Who may use it; they have taken the offer.
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

/// Order: a seat is free again, because who pays or who used it wants it so.
package struct ReleaseSeat: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.release-seat.v1")
    package static let topic = Topic.billingCommands

    /// Who pays.
    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var seatID: SeatID

    package init(accountID: AccountID, subscriptionID: SubscriptionID, seatID: SeatID) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.seatID = seatID
    }
}

/// A seat as it now is; what its user may do is told by their own `EntitlementChanged`.
package struct SeatChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.seat-changed.v1")
    package static let topic = Topic.billingSubscription

    /// Who pays.
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

/// Order of the staff: a person has a plan without paying for it, until a day or not any more (GW-25).
///
/// Who ordered it and why stands in the audit log of the gateway.
package struct SetComplimentaryPlan: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.set-complimentary-plan.v1")
    package static let topic = Topic.billingCommands

    package var accountID: AccountID
    /// Of the person's complimentary plans; an older one changes nothing.
    package var version: Int64
    /// `basic` takes it back.
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
