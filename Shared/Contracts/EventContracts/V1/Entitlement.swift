import Foundation

/// A person's plan; the first is free for everyone (C12).
package enum PlanTier: String, EventValue, CaseIterable, Comparable {
    case basic, pro

    /// A tier with fewer features is smaller.
    package static func < (left: PlanTier, right: PlanTier) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .basic: 0
        case .pro: 1
        }
    }
}

/// Why a person has more than the free plan.
package enum EntitlementBasis: String, EventValue, CaseIterable {
    case paid, trial
    /// Another account pays for a seat (BIL-20).
    case seat
    /// The staff granted it (GW-25).
    case complimentary
}

/// The features of a plan (BIL-15); allergen features, label scans among them, are the same in all plans.
package struct Entitlements: Codable, Sendable, Equatable {
    /// Whether days other than the current one are shown (NUT-15).
    package var history: Bool
    /// Whether reports contain macronutrients, nutrients and percentages (NUT-13).
    package var detailedReports: Bool
    /// Whether reports can be downloaded as files (NUT-31).
    package var savedFiles: Bool
    /// Whether reports and reminders can be customized.
    package var customization: Bool
    /// Photos of meals and receipts per day; nil without a limit, 0 for none.
    package var photosPerDay: Int?
    /// The lane for photos of meals and receipts (C13).
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

/// A person's features from now on; the newest version counts (BIL-15).
///
/// A reader needs no other event of `billing`. From `until` on, `after` holds even if no other event has arrived:
/// features lock at that instant even while `billing` is down.
package struct EntitlementChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.entitlement-changed.v1")
    package static let topic = Topic.billingSubscription

    package var accountID: AccountID
    package var version: Int64
    package var tier: PlanTier
    package var entitlements: Entitlements
    package var changedAt: Date
    /// When it ends; nil without a known end.
    package var until: Date?
    /// The features from `until` on; nil without an end.
    package var after: Entitlements?
    /// Nil for `basic`, and in events from before the field existed, which are paid.
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

    /// The features at an instant.
    package func entitlements(at now: Date) -> Entitlements {
        guard let until, let after, now >= until else { return entitlements }
        return after
    }
}
