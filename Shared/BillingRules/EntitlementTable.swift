import EventContracts

/// What each tier lets a person do: the one table of C12, so that a plan is data and no code asks for its name.
package struct EntitlementTable: Sendable, Equatable {
    /// Photos of meals and receipts that basic may take in a day, unless configured otherwise; 0 switches them off.
    ///
    /// C12: a small daily quota, since one source gives basic photo analysis and another does not.
    package static let usualBasicPhotos = 3

    /// What the quota may be configured to.
    package static let photosPerDay = 0...100_000

    /// Photos that basic may take in a day.
    package var basicPhotosPerDay: Int

    package init(basicPhotosPerDay: Int = Self.usualBasicPhotos) {
        self.basicPhotosPerDay = basicPhotosPerDay
    }

    /// The tier whose row this is, whatever its quota was when it was told; nil when it is none.
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
