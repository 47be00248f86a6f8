import EventContracts
import HTTPTypes
import Hummingbird
import IncomingText
import NIOCore
import Postgres
import ServiceRuntime

/// Admits a request to its endpoint: authentication, rate limits, and content.
package struct RequestGate: Sendable {
    private let tokens: AccessTokens
    private let sessions: SessionRegistry
    private let limits: RequestLimits
    private let currentTerms: String
    /// Whether sharing and buying require a verified address (C2).
    private let requiresVerifiedEmail: Bool
    /// Timeout for receiving a body without a photo.
    private let bodyTimeout: Duration
    /// The members allowed in JSON bodies, by operation id.
    private let bodies: [String: BodyShape]
    private let grants: GrantAccess
    private let database: PostgresPool

    /// The admitted caller.
    package struct Admitted: Sendable {
        /// Nil on a public route.
        package var principal: Principal?
        /// On a staff route: the roles that admitted the caller.
        package var roles: Set<StaffRole> = []
        /// The reader, if a grant is used; `principal` is then the owner of the records.
        package var viewer: Viewer?
    }

    package init(
        tokens: AccessTokens, sessions: SessionRegistry, limits: RequestLimits, currentTerms: String,
        requiresVerifiedEmail: Bool, bodyTimeout: Duration, bodies: [String: BodyShape], grants: GrantAccess,
        database: PostgresPool
    ) {
        self.tokens = tokens
        self.sessions = sessions
        self.limits = limits
        self.currentTerms = currentTerms
        self.requiresVerifiedEmail = requiresVerifiedEmail
        self.bodyTimeout = bodyTimeout
        self.bodies = bodies
        self.grants = grants
        self.database = database
    }

    /// Admits the caller if the route and the limits allow it.
    ///
    /// - Throws: A problem with 401, 403, 429 or 503.
    package func admit(_ request: Request, to route: Route, from address: ClientAddress) async throws -> Admitted {
        let scope: Scope
        var beforeTerms = false
        var permission: Permission?
        switch route.access {
        case .anyone:
            guard let known = route.optionalScope, request.headers[.authorization] != nil else {
                try limits.admit(address, limit: route.addressLimit)
                return Admitted()
            }
            scope = known
            beforeTerms = true
        case .signedIn(let needed, let isBeforeTerms):
            scope = needed
            beforeTerms = isBeforeTerms
        case .staff(let needed):
            scope = .staff
            permission = needed
        }
        let principal: Principal
        do {
            principal = try await tokens.principal(of: try Self.bearerToken(request.headers))
        } catch {
            // Requests with invalid tokens count like any other request without sign-in.
            try limits.admit(address, limit: route.addressLimit)
            throw error
        }
        try limits.admit(principal.account)
        let standing = try await sessions.standing(of: principal)
        guard principal.scopes.contains(scope) else { throw ProblemDetails(.forbidden) }
        if standing.isErasing {
            guard route.isOpenWhileErasing else { throw ProblemDetails(.accountErasing) }
            return Admitted(principal: principal)
        }
        guard beforeTerms || standing.acceptedTerms == currentTerms else {
            throw ProblemDetails(
                .termsRequired, because: .acceptTerms,
                extensions: ["version": .string(currentTerms)])
        }
        guard standing.isVerified || !requiresVerifiedEmail || !route.requiresVerifiedAddress else {
            throw ProblemDetails(.emailUnverified, because: .verifyAddress)
        }
        if let purpose = route.consent, standing.refused.contains(purpose.rawValue) {
            throw ProblemDetails.consentRequired(purpose)
        }
        if let (owner, viewer) = try await grants.open(request.headers, to: route, for: principal) {
            return Admitted(principal: owner, viewer: viewer)
        }
        guard let permission else { return Admitted(principal: principal) }
        let roles = permission.roles(among: standing.roles)
        guard !roles.isEmpty else {
            try await record(principal, refusedAt: route)
            throw ProblemDetails(.forbidden)
        }
        return Admitted(principal: principal, roles: roles)
    }

    /// Audits refused access to staff routes (GW-29).
    private func record(_ principal: Principal, refusedAt route: Route) async throws {
        var entry = AuditEntry(
            .staffRefused, of: nil, as: AuditEntry.Actor.person, resource: route.operation,
            outcome: .refused, request: TraceContext.current?.correlationID)
        entry.actor = principal.account
        try await Audit.record(entry, in: database)
    }

    /// The body of a request, by the rule of its route.
    ///
    /// JSON, text as a JSON string, or the bytes of a signed body; null if the route takes none or none was sent. JSON
    /// members that the API description lacks are refused, unless the client prefers lenient handling.
    ///
    /// - Throws: A problem with 400, 408, 413, 415 or 422.
    package func content(of request: Request, to route: Route) async throws -> RequestContent {
        do {
            let content = try await withDeadline(bodyTimeout) { try await Self.read(request, to: route) }
            if let shape = bodies[route.operation], !Preference(request.headers[values: .prefer]).isLenient {
                try shape.requireKnownMembers(of: content.fields)
            }
            return content
        } catch is DeadlinePassed {
            let seconds = bodyTimeout.components.seconds
            throw ProblemDetails(.tooSlow, detail: "The body took longer than \(seconds) s to arrive.")
        }
    }

    private static func read(_ request: Request, to route: Route) async throws -> RequestContent {
        let contentType = request.headers[.contentType]
        switch route.body {
        case .none: return RequestContent(fields: .null)
        case .ignored:
            _ = try await bytes(of: request)
            return RequestContent(fields: .null)
        case .text(let mediaType):
            return RequestContent(fields: .string(try await text(of: request, mediaType, contentType)))
        case .signed:
            try requireJSON(contentType)
            var content = RequestContent(fields: .null)
            content.raw = try await bytes(of: request)
            return content
        case .json:
            try requireJSON(contentType)
            return RequestContent(fields: try JSONBody.read(try await bytes(of: request)))
        case .optionalJSON:
            if contentType != nil { try requireJSON(contentType) }
            let bytes = try await bytes(of: request)
            return RequestContent(fields: bytes.isEmpty ? .null : try JSONBody.read(bytes))
        }
    }

    private static func requireJSON(_ contentType: String?) throws(ProblemDetails) {
        guard JSONBody.isJSON(contentType: contentType) else {
            throw ProblemDetails(.unsupportedMediaType, detail: "Send application/json in UTF-8.")
        }
    }

    private static func bytes(of request: Request) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > JSONBody.maxSize {
            throw tooLarge
        }
        do {
            return Array(try await request.body.collect(upTo: JSONBody.maxSize).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// Maximum size of an imported file, in bytes.
    private static let maxFileSize = 1 << 20

    /// An imported file as text.
    private static func text(
        of request: Request, _ mediaType: String, _ contentType: String?
    ) async throws -> String {
        guard HeaderText.trim((contentType ?? "").prefix { $0 != ";" }).lowercased() == mediaType else {
            throw ProblemDetails(.unsupportedMediaType, detail: "Send \(mediaType).")
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: maxFileSize)
        } catch is NIOTooManyBytesError {
            throw ProblemDetails(.payloadTooLarge, detail: "A file may have at most \(maxFileSize) bytes.")
        }
        do {
            return try IncomingText(utf8: buffer.readableBytesView).value
        } catch {
            throw ProblemDetails(.malformedRequest, detail: "The file \(error.rawValue).")
        }
    }

    private static var tooLarge: ProblemDetails {
        ProblemDetails(.payloadTooLarge, detail: "A JSON body may have at most \(JSONBody.maxSize) bytes.")
    }

    private static func bearerToken(_ headers: HTTPFields) throws(ProblemDetails) -> String {
        guard let value = headers[.authorization] else {
            throw ProblemDetails(.unauthenticated, detail: "Send an access token as Authorization: Bearer.")
        }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw ProblemDetails(.unauthenticated) }
        return HeaderText.trim(parts[1])
    }
}

extension ProblemDetails {
    /// The problem for a missing consent.
    package static func consentRequired(_ purpose: ConsentPurpose) -> ProblemDetails {
        ProblemDetails(
            .consentRequired, because: .allowPurpose,
            extensions: ["purpose": .string(purpose.rawValue)])
    }
}
