import EventContracts

/// The entitlements of each tier, in one table: plans are data, and no code depends on plan names.
package struct EntitlementTable: Sendable, Equatable {
    /// Default daily photos of meals and receipts for Basic; 0 disables them.
    ///
    /// A small quota lets people try photo analysis without a plan.
    package static let defaultBasicPhotos = 3

    /// Allowed values of the quota.
    package static let photosPerDay = 0...100_000

    /// Maximum number of photos a day in the basic tier.
    package var basicPhotosPerDay: Int

    package init(basicPhotosPerDay: Int = Self.defaultBasicPhotos) {
        self.basicPhotosPerDay = basicPhotosPerDay
    }

    /// The tier whose row equals these entitlements, whatever the quota was at the time of the event; nil for none.
    package func tier(of entitlements: Entitlements) -> PlanTier? {
        PlanTier.allCases.first { tier in
            var row = self[tier]
            row.photosPerDay = entitlements.photosPerDay
            return row == entitlements
        }
    }

    /// The row of a tier.
    package subscript(tier: PlanTier) -> Entitlements {
        switch tier {
        case .basic:
            Entitlements(
                history: false, detailedReports: false, savedFiles: false, customization: false,
                photosPerDay: basicPhotosPerDay, lane: .basic, promotions: true)
        case .pro:
            Entitlements(
                history: true, detailedReports: true, savedFiles: true, customization: true, photosPerDay: nil,
                lane: .pro, promotions: false)
        }
    }
}
