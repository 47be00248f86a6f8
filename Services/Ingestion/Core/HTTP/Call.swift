import HTTPTypes
import ServiceRuntime

/// One request that has passed the gate: routed, signed in where needed, within limits, its body read.
package struct Call: Sendable {
    package let route: Route
    /// The path's variable segment, where the route has one.
    package let id: String?
    package internal(set) var headers: HTTPFields
    package let query: [(name: String, value: String)]
    /// The body of a POST, PUT or PATCH; what came with a photo, when there is one.
    package let body: JSONValue
    /// The bytes of a body that is signed; empty of all others.
    package let raw: [UInt8]
    /// The photo that the body is, or holds.
    package let photo: PhotoUpload?
    /// The bytes of the depths that came with the photo.
    package let depth: [UInt8]?
    /// Where the members of `body` come from.
    package let naming: BodyFields.Naming
    package let signedIn: Principal?
    /// The roles of staff by which the request was let in; none on other routes.
    package let actingAs: Set<StaffRole>
    /// Who reads by a grant; `signedIn` is then the one whose records are read.
    package let viewer: Viewer?
    package let address: ClientAddress
    package let addresses: AddressIndex
    package let trace: TraceContext
    /// When the request came in.
    package let start: ContinuousClock.Instant

    /// Longest time a request may take (GW-40).
    package static let limit = Duration.seconds(12)
    /// What is left for writing the answer when a request was held for a result.
    private static let margin = Duration.milliseconds(500)

    /// Who is signed in.
    ///
    /// - Throws: `unauthenticated` on a route that needs no sign-in.
    package var principal: Principal {
        get throws(ProblemDetails) {
            guard let signedIn else { throw ProblemDetails(.unauthenticated) }
            return signedIn
        }
    }

    /// What stands for the address in the audit log.
    package var addressHash: [UInt8] { addresses.hash(address) }

    /// The client's wish to wait for the result.
    package var preference: Preference { Preference(headers[values: .prefer]) }

    /// Until when the request may be held, as the client prefers; nil when it does not want to wait.
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
