/// What an account may be beyond an ordinary one (GW-24); the raw value is stored and never renamed.
///
/// Basic and pro users are no roles of staff: everybody is one of the two, by the plan.
package enum StaffRole: String, Sendable, CaseIterable, Codable {
    // Whom people let see their records, by grants of theirs; the role itself opens nothing.
    case dietician
    case healthcareProvider = "healthcare-provider"
    case trainer, institution
    // Staff
    case developer, administrator, tester
    case databaseSupport = "database-support"
    case foodJunior = "food-junior"
    case foodSenior = "food-senior"
    case cybersecurity, executive, shareholder

    /// What it may do; nothing unless it is listed here.
    package var permissions: Set<Permission> {
        switch self {
        case .administrator:
            [.readAccounts, .changeAccounts, .manageRoles, .readAudit, .readReviews, .decideReviews, .readAccuracy]
        case .cybersecurity: [.readAudit, .breakGlass]
        case .executive: [.readAudit]
        case .shareholder: [.readStatistics]
        case .foodJunior: [.readFoods, .readReviews]
        case .foodSenior: [.readFoods, .changeFoods, .readReviews, .decideReviews]
        case .databaseSupport: [.readReviews, .decideReviews]
        case .developer, .tester: [.readAccuracy]
        case .dietician, .healthcareProvider, .trainer, .institution: []
        }
    }

    /// What it sees of the queue of reviews: foods are for those who keep the foods, what people write for support.
    package var reviews: Set<ReviewKind> {
        switch self {
        case .foodJunior, .foodSenior: [.submission, .lesson, .report]
        case .databaseSupport, .administrator: [.feedback, .report]
        default: []
        }
    }

    /// The parts of the audit log that it may read (C11).
    package var auditCategories: Set<AuditCategory> {
        switch self {
        case .cybersecurity, .executive: [.security, .access]
        case .administrator: [.operations]
        default: []
        }
    }
}

/// What a route for staff needs.
package enum Permission: String, Sendable, CaseIterable {
    /// See what accounts there are; never what people keep in them (C10).
    case readAccounts
    /// Suspend and reinstate, and correct what an account says of itself.
    case changeAccounts
    case manageRoles
    case readAudit
    /// Open the security records of one account for a while, with a reason.
    case breakGlass
    case readStatistics
    /// See the foods that everybody has, with what was done to them (GW-26).
    case readFoods
    /// Change, add and take out foods that everybody has.
    case changeFoods
    /// See what waits to be looked at (`StaffRole.reviews`).
    case readReviews
    /// Claim and decide it.
    case decideReviews
    /// See how near to the truth photos are read.
    case readAccuracy

    /// Those of some roles that have it.
    package func roles(among roles: Set<StaffRole>) -> Set<StaffRole> {
        roles.filter { $0.permissions.contains(self) }
    }
}
