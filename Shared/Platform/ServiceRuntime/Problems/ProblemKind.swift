/// All kinds of problems that clients can receive, by slug: the last part of `ProblemDetails.type`.
///
/// A slug is part of the API: it is never renamed, and clients may branch on it.
package enum ProblemKind: String, Sendable, CaseIterable, Codable {
    // The request itself
    case malformedRequest = "malformed-request"
    case invalidFields = "invalid-fields"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case notAcceptable = "not-acceptable"
    case payloadTooLarge = "payload-too-large"
    case tooSlow = "too-slow"
    case unsupportedMediaType = "unsupported-media-type"
    case headersTooLarge = "headers-too-large"
    case cardNumberRefused = "card-number-refused"
    // Authentication and permission
    case unauthenticated
    case invalidCredentials = "invalid-credentials"
    case tokenExpired = "token-expired"
    case sessionEnded = "session-ended"
    case forbidden
    case termsRequired = "terms-required"
    case termsNotAccepted = "terms-not-accepted"
    case accountExists = "account-exists"
    case noNewAccounts = "no-new-accounts"
    case accountErased = "account-erased"
    case accountErasing = "account-erasing"
    case consentRequired = "consent-required"
    case accountSuspended = "account-suspended"
    case secondFactorRequired = "second-factor-required"
    case emailUnverified = "email-unverified"
    case lastWayIn = "last-way-in"
    // Order and repetition
    case conflict
    case versionMismatch = "version-mismatch"
    case versionRequired = "version-required"
    case idempotencyKeyReused = "idempotency-key-reused"
    case requestInProgress = "request-in-progress"
    // Limits
    case tooManyRequests = "too-many-requests"
    case quotaExceeded = "quota-exceeded"
    case planRequired = "plan-required"
    // Server side
    case unreadable
    case processingFailed = "processing-failed"
    case setAside = "set-aside"
    case photoUnanswerable = "photo-unanswerable"
    case internalError = "internal-error"
    case unavailable
    case timedOut = "timed-out"

    /// The permanent identifier of the kind in events, which is not a working address; clients receive `path`.
    package var type: String { Self.base + path }

    /// The `type` that clients receive: a reference to the kind's page, relative to the origin of the API.
    package var path: String { Self.folder + rawValue }

    private static let base = "https://foodmagic.example", folder = "/problems/"

    /// The kind of a `type` from events or clients; nil if it is from a newer version of the software.
    package init?(type: String) {
        let path = type.hasPrefix(Self.base) ? type.dropFirst(Self.base.count) : type[...]
        guard path.hasPrefix(Self.folder) else { return nil }
        self.init(rawValue: String(path.dropFirst(Self.folder.count)))
    }

    /// HTTP status of the kind.
    package var statusCode: Int {
        switch self {
        case .malformedRequest: 400
        case .unauthenticated, .invalidCredentials, .tokenExpired, .sessionEnded, .secondFactorRequired: 401
        case .planRequired: 402
        case .noNewAccounts, .forbidden, .termsRequired, .accountErasing, .consentRequired, .accountSuspended,
            .emailUnverified:
            403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .tooSlow: 408
        case .accountExists, .conflict, .requestInProgress, .lastWayIn: 409
        case .accountErased: 410
        case .versionMismatch: 412
        case .payloadTooLarge: 413
        case .unsupportedMediaType: 415
        case .invalidFields, .cardNumberRefused, .termsNotAccepted, .idempotencyKeyReused, .unreadable: 422
        case .versionRequired: 428
        case .tooManyRequests, .quotaExceeded: 429
        case .headersTooLarge: 431
        case .processingFailed, .setAside, .photoUnanswerable, .internalError: 500
        case .unavailable: 503
        case .timedOut: 504
        }
    }

    /// A short summary that is the same for every occurrence.
    package var title: String {
        switch self {
        case .malformedRequest: "The request could not be understood"
        case .invalidFields: "Some fields are not valid"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .notAcceptable: "None of the available formats is acceptable"
        case .payloadTooLarge: "The request is too large"
        case .tooSlow: "The request took too long to arrive"
        case .unsupportedMediaType: "Unsupported media type"
        case .headersTooLarge: "The request's headers are too large"
        case .cardNumberRefused: "Card numbers are not accepted"
        case .unauthenticated: "Sign in first"
        case .invalidCredentials: "The e-mail address or the password is wrong"
        case .tokenExpired: "The access token has expired"
        case .sessionEnded: "The session has ended"
        case .forbidden: "You are not allowed to do this"
        case .termsRequired: "You must accept the new terms"
        case .termsNotAccepted: "You must accept the current terms"
        case .accountExists: "An account with this e-mail address already exists"
        case .noNewAccounts: "Registration is closed"
        case .accountErased: "The account has been erased"
        case .accountErasing: "The account is scheduled for erasure"
        case .consentRequired: "Your consent is required"
        case .accountSuspended: "The account is suspended"
        case .secondFactorRequired: "A second factor is required"
        case .emailUnverified: "The e-mail address is not verified yet"
        case .lastWayIn: "This would remove the last way to sign in"
        case .conflict: "The request conflicts with the current state"
        case .versionMismatch: "The resource has changed since you read it"
        case .versionRequired: "The version you read is required"
        case .idempotencyKeyReused: "This idempotency key belongs to another request"
        case .requestInProgress: "The same request is still being processed"
        case .tooManyRequests: "Too many requests"
        case .quotaExceeded: "Your plan's quota is used up"
        case .planRequired: "Your plan does not include this"
        case .unreadable: "The content could not be read"
        case .processingFailed: "The request was accepted but could not be finished"
        case .setAside: "The request could not be processed"
        case .photoUnanswerable: "The photo could not be processed"
        case .internalError: "Something went wrong on our side"
        case .unavailable: "The service is not available right now"
        case .timedOut: "The service did not respond in time"
        }
    }
}
