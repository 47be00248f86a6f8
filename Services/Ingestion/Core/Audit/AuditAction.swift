/// Who may read an entry of the audit log (C11).
package enum AuditCategory: String, Sendable, CaseIterable {
    /// Sign-ins, credentials, rights, and attacks: for cybersecurity and executives.
    case security
    /// Who looked at what: for cybersecurity and executives, and for the person whose records they are.
    case access
    /// What was done to accounts in the course of business: for administrators.
    case operations
}

/// What the audit log remembers; the raw value is stored, and never renamed.
package enum AuditAction: String, Sendable, CaseIterable {
    // Signing in and out
    case registered
    case signedIn = "signed-in"
    case signInRefused = "sign-in-refused"
    case signedOut = "signed-out"
    case sessionRevoked = "session-revoked"
    case otherSessionsRevoked = "other-sessions-revoked"
    /// A refresh token came a second time.
    case tokenReplayed = "token-replayed"
    /// Requests that a rate limit refused, summed up.
    case rateLimited = "rate-limited"
    // What one signs in by
    case passwordChanged = "password-changed"
    case passwordRemoved = "password-removed"
    case addressChanged = "address-changed"
    case usernameChanged = "username-changed"
    case addressVerified = "address-verified"
    case recoveryAsked = "recovery-asked"
    case recovered
    /// Whatever one signed in by beside the password, with the first proof that the address is the person's.
    case waysInRemoved = "ways-in-removed"
    case secondFactorAdded = "second-factor-added"
    case secondFactorRemoved = "second-factor-removed"
    case secondFactorRefused = "second-factor-refused"
    case recoveryCodeUsed = "recovery-code-used"
    // Everything that is kept of a person, taken home
    case exportAsked = "export-asked"
    case exportFetched = "export-fetched"
    case passkeyAdded = "passkey-added"
    case passkeyRemoved = "passkey-removed"
    case passkeyRefused = "passkey-refused"
    /// Its counter went back: there is a copy of it.
    case passkeyCopied = "passkey-copied"
    case identityLinked = "identity-linked"
    case identityUnlinked = "identity-unlinked"
    /// Who came back from an external issuer was not let in.
    case issuerRefused = "issuer-refused"
    // Rights
    case roleGranted = "role-granted"
    case roleRevoked = "role-revoked"
    case glassBroken = "glass-broken"
    case staffRefused = "staff-refused"
    case grantOffered = "grant-offered"
    case grantAccepted = "grant-accepted"
    case grantWithdrawn = "grant-withdrawn"
    // Sharing purchases with a household
    case householdJoined = "household-joined"
    case householdInvited = "household-invited"
    case householdLeft = "household-left"
    case householdEnded = "household-ended"
    // Reading what is somebody else's
    case grantView = "grant-view"
    case staffRead = "staff-read"
    case auditRead = "audit-read"
    // Business
    case accountSuspended = "account-suspended"
    case accountReinstated = "account-reinstated"
    case accountChanged = "account-changed"
    case planGiven = "plan-given"
    case planTakenBack = "plan-taken-back"
    case consentChanged = "consent-changed"
    case erasureAsked = "erasure-asked"
    case erasureTakenBack = "erasure-taken-back"
    case erased
    // Foods for everybody, and the queue of reviews
    case foodChanged = "food-changed"
    case foodWithdrawn = "food-withdrawn"
    case reviewClaimed = "review-claimed"
    case reviewDecided = "review-decided"

    /// Who may read of it.
    package var category: AuditCategory {
        switch self {
        case .grantView, .staffRead, .auditRead: .access
        case .accountSuspended, .accountReinstated, .accountChanged, .planGiven, .planTakenBack, .consentChanged,
            .erasureAsked, .erasureTakenBack, .erased, .foodChanged, .foodWithdrawn, .reviewClaimed, .reviewDecided:
            .operations
        default: .security
        }
    }
}
