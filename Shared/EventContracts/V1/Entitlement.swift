import Foundation

/// What a person has paid for; free for everybody is the first (C12).
package enum PlanTier: String, EventValue, CaseIterable, Comparable {
    case basic, pro

    /// What holds less is smaller.
    package static func < (left: PlanTier, right: PlanTier) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .basic: 0
        case .pro: 1
        }
    }
}

/// Why a person has more than what is free for everybody.
package enum EntitlementBasis: String, EventValue, CaseIterable {
    case paid, trial
    /// Somebody else pays for a seat (BIL-20).
    case seat
    /// The staff gave it (GW-25).
    case complimentary
}

/// What a plan lets a person do (BIL-15); allergens are no matter of plans, and scanning labels stands in none.
package struct Entitlements: Codable, Sendable, Equatable {
    /// Days other than the current one are shown (NUT-15).
    package var history: Bool
    /// Reports tell macronutrients, nutrients and percentages (NUT-13).
    package var detailedReports: Bool
    /// Reports can be kept as files (NUT-31).
    package var savedFiles: Bool
    /// Reports and reminders can be made one's own.
    package var customization: Bool
    /// Meals and receipts that may be photographed in a day; nil without a limit, 0 for none.
    package var photosPerDay: Int?
    /// Where photos of meals and receipts wait (C13).
    package var lane: PhotoLane
    /// Whether house promotions are shown (BIL-14).
    package var promotions: Bool

    package init(
        history: Bool, detailedReports: Bool, savedFiles: Bool, customization: Bool, photosPerDay: Int?,
        lane: PhotoLane, promotions: Bool
    ) {
        self.history = history
        self.detailedReports = detailedReports
        self.savedFiles = savedFiles
        self.customization = customization
        self.photosPerDay = photosPerDay
        self.lane = lane
        self.promotions = promotions
    }
}

/// What a person may do from now on; the newest version counts (BIL-15).
///
/// Whoever reads it needs no other event of `billing`. At `until` what `after` says holds, whether or not another event has
/// come: features lock at that instant even while `billing` is away.
package struct EntitlementChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.entitlement-changed.v1")
    package static let topic = Topic.billingSubscription

    package var accountID: AccountID
    package var version: Int64
    package var tier: PlanTier
    package var entitlements: Entitlements
    package var changedAt: Date
    /// When it ends; nil while nothing says that it will.
    package var until: Date?
    /// What holds from `until` on; nil without an end.
    package var after: Entitlements?
    /// Nil of `basic`, and of what was said before there were others than `paid`.
    package var basis: EntitlementBasis?

    package init(
        accountID: AccountID, version: Int64, tier: PlanTier, entitlements: Entitlements, changedAt: Date,
        until: Date? = nil, after: Entitlements? = nil, basis: EntitlementBasis? = nil
    ) {
        self.accountID = accountID
        self.version = version
        self.tier = tier
        self.entitlements = entitlements
        self.changedAt = changedAt
        self.until = until
        self.after = after
        self.basis = basis
    }

    /// What the person may do at an instant.
    package func entitlements(at now: Date) -> Entitlements {
        guard let until, let after, now >= until else { return entitlements }
        return after
    }
}
