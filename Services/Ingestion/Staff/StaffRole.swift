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
        case .administrator: [.readAccounts, .changeAccounts, .manageRoles, .readAudit]
        case .cybersecurity: [.readAudit, .breakGlass]
        case .executive: [.readAudit]
        case .shareholder: [.readStatistics]
        case .dietician, .healthcareProvider, .trainer, .institution, .developer, .tester, .databaseSupport,
            .foodJunior, .foodSenior:
            []
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

    /// Those of some roles that have it.
    package func roles(among roles: Set<StaffRole>) -> Set<StaffRole> {
        roles.filter { $0.permissions.contains(self) }
    }
}
