import HTTPTypes
import ServiceRuntime

/// One admitted request: routed, authenticated if needed, within limits, with its body read.
package struct Call: Sendable {
    package let route: Route
    /// The path's variable segment, if the route has one.
    package let id: String?
    package internal(set) var headers: HTTPFields
    package let query: [(name: String, value: String)]
    /// The body of a POST, PUT or PATCH; with a photo, the fields that came with it.
    package let body: JSONValue
    /// The unparsed bytes of a signed body; empty otherwise.
    package let raw: [UInt8]
    /// The photo in the body.
    package let photo: PhotoUpload?
    /// The bytes of the photo's depth map.
    package let depth: [UInt8]?
    /// The form in which problems name the members of `body`: as JSON members or query parameters.
    package let naming: BodyFields.Naming
    package let signedIn: Principal?
    /// The staff roles that admitted the request; empty on other routes.
    package let actingAs: Set<StaffRole>
    /// The reader, if the request uses a grant; `signedIn` is then the owner of the records.
    package let viewer: Viewer?
    package let address: ClientAddress
    package let addresses: AddressIndex
    package let trace: TraceContext
    /// When the request arrived.
    package let start: ContinuousClock.Instant

    /// Maximum duration of a request (GW-40).
    package static let limit = Duration.seconds(12)
    /// Time reserved for writing the answer when a request waits for a result.
    private static let margin = Duration.milliseconds(500)

    /// A request of the same caller to another route, with the same time limit as this one.
    ///
    /// The caller of this function must apply the rules of that route.
    package func calling(_ route: Route, id: String?, headers: HTTPFields, body: JSONValue) -> Call {
        Call(
            route: route, id: id, headers: headers, query: [], body: body, raw: [], photo: nil, depth: nil,
            naming: .pointers, signedIn: signedIn, actingAs: [], viewer: nil, address: address, addresses: addresses,
            trace: trace, start: start)
    }

    /// The signed-in account.
    ///
    /// - Throws: `unauthenticated` on a route that needs no sign-in.
    package var principal: Principal {
        get throws(ProblemDetails) {
            guard let signedIn else { throw ProblemDetails(.unauthenticated) }
            return signedIn
        }
    }

    /// The hash of the client's address for the audit log.
    package var addressHash: [UInt8] { addresses.hash(address) }

    /// The client's preference for waiting for the result.
    package var preference: Preference { Preference(headers[values: .prefer]) }

    /// The time until which the request may wait, by the client's preference; nil without waiting.
    package var heldUntil: ContinuousClock.Instant? {
        preference.wait.map { start + min(.seconds($0), Self.limit - Self.margin) }
    }
}

extension HTTPField.Name {
    package static let prefer = known("Prefer")
    package static let preferenceApplied = known("Preference-Applied")
    package static let idempotencyKey = known("Idempotency-Key")
    package static let correlationID = known("X-Correlation-ID")
    package static let forwardedFor = known("X-Forwarded-For")
    package static let lastEventID = known("Last-Event-ID")
    package static let session = known("X-Session")
    package static let fetchSite = known("Sec-Fetch-Site")

    private static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) has characters no header name may have") }
        return name
    }
}
