/// A role beyond that of an ordinary account (GW-24); the raw value is stored and never renamed.
///
/// Basic and pro users are not roles: every account is one of the two, by its plan.
package enum StaffRole: String, Sendable, CaseIterable, Codable {
    // For recipients of people's grants; the role itself gives no access.
    case dietician
    case healthcareProvider = "healthcare-provider"
    case trainer, institution
    // The other members of staff.
    case developer, administrator, tester
    case databaseSupport = "database-support"
    case foodJunior = "food-junior"
    case foodSenior = "food-senior"
    case cybersecurity, executive, shareholder

    /// The permissions of the role; it has no others.
    package var permissions: Set<Permission> {
        switch self {
        case .administrator:
            [
                .readAccounts, .changeAccounts, .manageRoles, .readAudit, .readReviews, .decideReviews, .readAccuracy,
                .readCampaigns, .changeCampaigns,
            ]
        case .cybersecurity: [.readAudit, .breakGlass]
        case .executive: [.readAudit, .readCampaigns]
        case .shareholder: [.readStatistics, .readCampaigns]
        case .foodJunior: [.readFoods, .readReviews]
        case .foodSenior: [.readFoods, .changeFoods, .readReviews, .decideReviews]
        case .databaseSupport: [.readFoods, .changeFoods, .readReviews, .decideReviews]
        case .developer: [.readAccuracy, .readReviews]
        case .tester: [.readAccuracy]
        case .dietician, .healthcareProvider, .trainer, .institution: []
        }
    }

    /// The reviews that the role may see: foods for the catalog staff, people's messages for support, bugs for
    /// developers.
    package var reviews: VisibleReviews {
        switch self {
        case .foodJunior, .foodSenior: VisibleReviews(kinds: [.submission, .lesson, .report])
        case .databaseSupport, .administrator: VisibleReviews(kinds: [.feedback, .report], bugs: true)
        case .developer: VisibleReviews(bugs: true)
        default: VisibleReviews()
        }
    }

    /// The parts of the audit log that the role may read (C11).
    package var auditCategories: Set<AuditCategory> {
        switch self {
        case .cybersecurity, .executive: [.security, .access]
        case .administrator: [.operations]
        default: []
        }
    }
}

/// The permission that a staff route requires.
package enum Permission: String, Sendable, CaseIterable {
    /// List accounts, without the data that people store in them (C10).
    case readAccounts
    /// Suspend and reinstate accounts, and correct their facts.
    case changeAccounts
    case manageRoles
    case readAudit
    /// Open the security records of one account for a limited time, with a reason.
    case breakGlass
    case readStatistics
    /// Read the food catalog with its history (GW-26).
    case readFoods
    /// Change, add and withdraw foods of the catalog.
    case changeFoods
    /// Read the review queue (`StaffRole.reviews`).
    case readReviews
    /// Claim and decide reviews.
    case decideReviews
    /// Read the accuracy of photo recognition.
    case readAccuracy
    /// Read campaigns of promotions with their counts.
    case readCampaigns
    case changeCampaigns

    /// The given roles that have the permission.
    package func roles(among roles: Set<StaffRole>) -> Set<StaffRole> {
        roles.filter { $0.permissions.contains(self) }
    }
}
