import EventContracts
import HTTPTypes
import Hummingbird

/// The permissions of a signed-in client, as stated in its access token.
package enum Scope: String, Sendable, CaseIterable {
    case account, profile, scans, operations, notifications, events, reactions, foods, meals, purchases, billing
    /// Routes of the staff, which also require a role; the role is not part of the token.
    case staff
}

/// The callers that may use a route.
package enum Access: Sendable, Equatable {
    case anyone
    /// Requires a valid access token with the scope; `beforeTerms` also while the current terms are not accepted yet.
    case signedIn(Scope, beforeTerms: Bool = false)
    /// Requires a token with the scope `staff` and a current role with the permission.
    case staff(Permission)
}

/// The required content of a request's body.
package enum BodyRule: Sendable, Equatable {
    /// The body is not read.
    case none
    /// JSON is required.
    case json
    /// JSON or nothing.
    case optionalJSON
    /// The body is read and ignored, such as the form that a mail program sends.
    case ignored
    /// Text of a media type.
    case text(mediaType: String)
    /// The unparsed bytes, because a signature covers them.
    case signed
}

/// The rule of a route that accepts a photo.
package struct PhotoRule: Sendable, Equatable {
    /// Whether the route works without a photo too.
    package let isOptional: Bool
    /// Query parameters that replace the form fields if the body is the photo itself.
    package let parameters: [String]
    /// Whether a form may have a depth map beside the photo.
    package let allowsDepth: Bool
}

/// Limits on requests without a valid token, per client address.
package enum AddressLimit: Sendable, Equatable {
    case requests
    /// The stricter limit of sign-in, registration and recovery.
    case signIns
    case none
}

/// The kind of object that an id in a request body refers to, and its allowed users.
package enum BodyReference: Sendable, Equatable {
    /// A resource of the account.
    case own(ResourceKind)
    /// A food of the account or of the shared catalogue.
    case food
    /// An unused photo: checked in the transaction that uses it.
    case draftPhoto
    /// A resource of a grant's owner: checked by the handler, which knows the grant.
    case ofGrantOwner
    /// A part of the resource itself: checked by the form.
    case part
    /// A shop. Shops are public, and an unknown id has no effect.
    case shop
}

/// One route of the API, with every rule that applies before its handler runs.
package struct Route: Sendable, Equatable {
    package let method: HTTPRequest.Method
    /// Segments after each `/`; at most one of them is a variable such as `{id}` and matches any segment.
    package let path: String
    /// The `operationId` in `openapi.yaml`.
    package let operation: String
    package let access: Access
    package internal(set) var body: BodyRule
    /// The rule for photos; nil if the route accepts none.
    package internal(set) var photo: PhotoRule?
    /// Ids in the body by JSON pointer, `*` for each element of a list.
    ///
    /// `ReferenceCheck` uses only this list: it refuses ids that the account may not use before the handler runs.
    package internal(set) var references: [String: BodyReference] = [:]
    /// The consent that the person must not have refused; nil for routes that need none, such as reading and deleting.
    package internal(set) var consent: ConsentPurpose?
    /// Whether `REQUIRE_VERIFIED_EMAIL` covers the route: sharing and buying (C2).
    package internal(set) var requiresVerifiedAddress = false
    /// The part of the route that needs a plan with history.
    package internal(set) var plan = PlanRule.none
    /// Whether the answer contains amounts of nutrients, which the basic plan does not include.
    package internal(set) var showsFigures = false
    /// The part of a person's records that the route reads; nil if a grant never opens it.
    package internal(set) var grantScope: GrantScope?
    /// Whether the route works while the account is scheduled for erasure.
    package internal(set) var isOpenWhileErasing = false
    package internal(set) var addressLimit = AddressLimit.requests
    /// The scope checked when a public route is called with a token; nil ignores the token.
    package internal(set) var optionalScope: Scope?
    /// Whether the answer is a stream without an end.
    package internal(set) var isStream = false
    /// Whether the JSON answer may be compressed.
    ///
    /// False by default, and for every answer with a token, a code, or a link that works without signing in: the size
    /// of a compressed answer reveals how much of a text chosen by an attacker occurs in it (BREACH).
    package internal(set) var isCompressible = false

    package init(
        _ method: HTTPRequest.Method, _ path: String, _ operation: String, _ access: Access, _ traits: [RouteTrait]
    ) {
        self.method = method
        self.path = path
        self.operation = operation
        self.access = access
        body = [.post, .put, .patch].contains(method) ? .json : .none
        for trait in traits { trait.apply(&self) }
    }
}

/// A rule of one route that differs from the default.
package struct RouteTrait: Sendable {
    fileprivate let apply: @Sendable (inout Route) -> Void

    /// Requires a JSON body for a method that has none by default.
    package static let jsonBody = Self { $0.body = .json }
    /// Makes the JSON body optional.
    package static let optionalBody = Self { $0.body = .optionalJSON }
    /// Ignores the body.
    package static let ignoredBody = Self { $0.body = .ignored }
    /// Passes the body as unparsed bytes, because a signature covers them.
    package static let signedBody = Self { $0.body = .signed }
    /// Requires text of a media type as the body.
    package static func textBody(_ mediaType: String) -> Self { Self { $0.body = .text(mediaType: mediaType) } }

    /// Accepts a photo as the body or as a part of a form.
    ///
    /// - Parameters:
    ///   - isOptional: Whether the route works without a photo too.
    ///   - parameters: Query parameters that replace the form fields if the body is the photo itself.
    ///   - allowsDepth: Whether a form may have a depth map beside the photo.
    /// - Returns: The trait.
    package static func photo(isOptional: Bool = false, parameters: [String] = [], allowsDepth: Bool = false) -> Self {
        Self { $0.photo = PhotoRule(isOptional: isOptional, parameters: parameters, allowsDepth: allowsDepth) }
    }

    /// Declares ids in the body, by JSON pointer.
    package static func references(_ targets: [String: BodyReference]) -> Self { Self { $0.references = targets } }
    /// Refuses the request if the person has refused this consent.
    package static func consent(_ purpose: ConsentPurpose) -> Self { Self { $0.consent = purpose } }
    /// Refuses the request before the e-mail address is verified, if the operator requires verification.
    package static let verifiedAddress = Self { $0.requiresVerifiedAddress = true }
    /// Requires a plan with history for a part of the route.
    package static func plan(_ rule: PlanRule) -> Self { Self { $0.plan = rule } }
    /// Answers with amounts of nutrients; the basic plan gets only their names and the energy.
    package static let figures = Self { $0.showsFigures = true }
    /// Opened by grants with the scope.
    package static func grant(_ scope: GrantScope) -> Self { Self { $0.grantScope = scope } }
    /// Works while the account is scheduled for erasure.
    package static let openWhileErasing = Self { $0.isOpenWhileErasing = true }
    /// The limit per client address for requests without a valid token.
    package static func limit(_ limit: AddressLimit) -> Self { Self { $0.addressLimit = limit } }
    /// Checks a token with this scope on a public route, if one is sent.
    package static func optionalScope(_ scope: Scope) -> Self { Self { $0.optionalScope = scope } }
    /// Answers with a stream that has no end.
    package static let stream = Self { $0.isStream = true }
    /// Allows compression of the JSON answer, which contains no secret.
    package static let compressed = Self { $0.isCompressible = true }
}
