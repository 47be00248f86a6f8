/// The roles that may read an entry of the audit log (C11).
package enum AuditCategory: String, Sendable, CaseIterable {
    /// Sign-ins, credentials, rights, and attacks: for cybersecurity and executives.
    case security
    /// Reads of records: for cybersecurity and executives, and for the person whose records they are.
    case access
    /// Administrative actions on accounts: for administrators.
    case operations
}

/// The recorded actions; the raw value is stored and never renamed.
package enum AuditAction: String, Sendable, CaseIterable {
    // Signing in and out.
    case registered
    case signedIn = "signed-in"
    case signInRefused = "sign-in-refused"
    case signedOut = "signed-out"
    case sessionRevoked = "session-revoked"
    case otherSessionsRevoked = "other-sessions-revoked"
    /// A refresh token was used a second time.
    case tokenReplayed = "token-replayed"
    /// Requests that a rate limit refused, as a sum.
    case rateLimited = "rate-limited"
    // Sign-in methods.
    case passwordChanged = "password-changed"
    case passwordRemoved = "password-removed"
    case addressChanged = "address-changed"
    case usernameChanged = "username-changed"
    case addressVerified = "address-verified"
    case recoveryAsked = "recovery-asked"
    case recovered
    /// All sign-in methods beside the password, removed when the address was first verified.
    case signInMethodsRemoved = "ways-in-removed"
    case secondFactorAdded = "second-factor-added"
    case secondFactorRemoved = "second-factor-removed"
    case secondFactorRefused = "second-factor-refused"
    case recoveryCodeUsed = "recovery-code-used"
    // Export of a person's data.
    case exportAsked = "export-asked"
    case exportFetched = "export-fetched"
    case passkeyAdded = "passkey-added"
    case passkeyRemoved = "passkey-removed"
    case passkeyRefused = "passkey-refused"
    /// A passkey's counter did not increase, so there is a copy of it.
    case passkeyCopied = "passkey-copied"
    case identityLinked = "identity-linked"
    case identityUnlinked = "identity-unlinked"
    /// A sign-in from an external issuer was refused.
    case issuerRefused = "issuer-refused"
    // Rights.
    case roleGranted = "role-granted"
    case roleRevoked = "role-revoked"
    case glassBroken = "glass-broken"
    case staffRefused = "staff-refused"
    case grantOffered = "grant-offered"
    case grantAccepted = "grant-accepted"
    case grantWithdrawn = "grant-withdrawn"
    // Sharing purchases with a household.
    case householdJoined = "household-joined"
    case householdInvited = "household-invited"
    case householdLeft = "household-left"
    case householdEnded = "household-ended"
    // Reading another person's records.
    case grantView = "grant-view"
    case staffRead = "staff-read"
    case auditRead = "audit-read"
    /// A person's session in the database, with the numbers of their statements.
    case databaseAccess = "database-access"
    // Accounts and billing, managed by administrators.
    case accountSuspended = "account-suspended"
    case accountReinstated = "account-reinstated"
    case accountChanged = "account-changed"
    case planGiven = "plan-given"
    case planTakenBack = "plan-taken-back"
    case consentChanged = "consent-changed"
    case erasureAsked = "erasure-asked"
    case erasureTakenBack = "erasure-taken-back"
    case erased
    // Catalog, and the review queue.
    case foodChanged = "food-changed"
    case foodWithdrawn = "food-withdrawn"
    case reviewClaimed = "review-claimed"
    case reviewDecided = "review-decided"
    case campaignChanged = "campaign-changed"

    /// The readers of the action's entries.
    package var category: AuditCategory {
        switch self {
        case .grantView, .staffRead, .auditRead, .databaseAccess: .access
        case .accountSuspended, .accountReinstated, .accountChanged, .planGiven, .planTakenBack, .consentChanged,
            .erasureAsked, .erasureTakenBack, .erased, .foodChanged, .foodWithdrawn, .reviewClaimed, .reviewDecided,
            .campaignChanged:
            .operations
        default: .security
        }
    }
}
