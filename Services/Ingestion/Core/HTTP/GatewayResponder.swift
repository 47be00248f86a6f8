import Foundation
import HTTPTypes
import Hexadecimal
import Hummingbird
import Logging
import ServiceRuntime

/// Answers every request to the public port: routing, admission, endpoint, problems, headers, logs and metrics.
///
/// It is a class because the endpoints take 12 KB, which each request and open connection would otherwise copy.
package final class GatewayResponder: HTTPResponder {
    package typealias Context = GatewayContext

    private static let securityHeaders = SecurityHeaders.all.compactMap { header in
        HTTPField.Name(header.name).map { ($0, header.value) }
    }

    private let table: RouteTable
    /// The endpoints by operation id.
    private let handlers: [String: @Sendable (Call) async throws -> Answer]
    private let gate: RequestGate
    private let intake: PhotoIntake
    private let plans: PlanGate
    private let references: ReferenceCheck
    private let metrics: RequestMetrics
    private let addresses: AddressIndex
    private let grants: GrantAccess
    private let trustedProxies: Int
    private let trustsTraceparent: Bool
    private let crossOrigin: CrossOrigin
    private let webClient: WebClient?
    /// Records a span of each request; nil if none are exported.
    private let tracer: Tracer?
    private let logger: Logger

    package init(
        routes: [BoundRoute], gate: RequestGate, intake: PhotoIntake, plans: PlanGate, references: ReferenceCheck,
        metrics: MetricsRegistry, addresses: AddressIndex, grants: GrantAccess, trustedProxies: Int,
        trustsTraceparent: Bool, crossOrigin: CrossOrigin, webClient: WebClient?, tracer: Tracer?, logger: Logger
    ) {
        table = RouteTable(routes.map(\.route))
        handlers = Dictionary(uniqueKeysWithValues: routes.map { ($0.route.operation, $0.handler) })
        self.metrics = RequestMetrics(metrics, routes: table.routes)
        self.gate = gate
        self.intake = intake
        self.plans = plans
        self.references = references
        self.addresses = addresses
        self.grants = grants
        self.trustedProxies = trustedProxies
        self.trustsTraceparent = trustsTraceparent
        self.crossOrigin = crossOrigin
        self.webClient = webClient
        self.tracer = tracer
        self.logger = logger
    }

    package func respond(to request: Request, context: GatewayContext) async throws -> Response {
        let start = ContinuousClock.now
        let (trace, caller) = self.trace(of: request.headers)
        let span = tracer?.begin("request", .server, at: trace, under: caller)
        return try await TraceContext.$current.withValue(trace) {
            let match = table.match(request.method, path: request.uri.path)
            var status: Int?
            defer {
                span?.end(
                    named: Self.operation(of: match),
                    status.map { ["http.response.status_code": "\($0)"] } ?? [:],
                    hasFailed: status.map { $0 >= 500 } ?? true)
            }
            if match == .nothing, let page = webClient?.response(to: request) {
                status = page.status.code
                return page
            }
            var response: Response
            do {
                if let asked = crossOrigin.preflight(request, match) {
                    response = asked
                } else {
                    response = try await respond(to: request, as: try Self.route(match), context, trace, start)
                }
            } catch {
                response = try problemResponse(for: error, match, request, context)
            }
            Self.addHeaders(to: &response, trace)
            crossOrigin.addHeaders(to: &response, for: request)
            status = response.status.code
            report(match, response.status, since: start, traceID: span?.context.traceID)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    private func respond(
        to request: Request, as route: (Route, id: String?), _ context: GatewayContext, _ trace: TraceContext,
        _ start: ContinuousClock.Instant
    ) async throws -> Response {
        let answer = try await answer(request, route: route.0, id: route.id, context, trace, start)
            .compressed(by: route.0, for: request.headers)
        let operation = route.0.operation
        return answer.response(on: context.channel) { [metrics, logger] error in
            metrics.answerBroke()
            logger.error(
                "response aborted", metadata: ["error": .error(error), "http.endpoint": "\(operation)"])
        }
    }

    private func answer(
        _ request: Request, route: Route, id: String?, _ context: GatewayContext, _ trace: TraceContext,
        _ start: ContinuousClock.Instant
    ) async throws -> Answer {
        let address = ClientAddress(
            remote: context.remoteAddress, forwarded: request.headers[values: .forwardedFor],
            trustedProxies: trustedProxies)
        @Sendable func call(
            _ brought: RequestContent, _ query: [(name: String, value: String)], by admitted: RequestGate.Admitted,
            start: ContinuousClock.Instant
        ) -> Call {
            Call(
                route: route, id: id, headers: request.headers,
                query: query, body: brought.fields,
                raw: brought.raw, photo: brought.photo, depth: brought.depth, naming: brought.naming,
                signedIn: admitted.principal,
                actingAs: admitted.roles, viewer: admitted.viewer, address: address,
                addresses: addresses, trace: trace, start: start)
        }
        let form = PhotoIntake.form(of: request, to: route)
        guard form != nil || route.body != .none else {
            return try await withDeadline(Call.limit) { [self] in
                let (admitted, query) = try await admit(request, to: route, from: address)
                return try await answer(call(RequestContent(fields: .null), query, by: admitted, start: start))
            }
        }
        // The body arrives at the speed of the client's network; the time limit of the answer begins afterwards.
        let (admitted, query) = try await withDeadline(Call.limit) { [self] in
            try await admit(request, to: route, from: address)
        }
        let content =
            if let form {
                try await intake.content(of: request, query, as: form, from: admitted.principal)
            } else {
                try await gate.content(of: request, to: route)
            }
        let arrived = ContinuousClock.now
        return try await withDeadline(Call.limit) { [self] in
            try await answer(call(content, query, by: admitted, start: arrived))
        }
    }

    private func admit(
        _ request: Request, to route: Route, from address: ClientAddress
    ) async throws -> (RequestGate.Admitted, [(name: String, value: String)]) {
        let admitted = try await gate.admit(request, to: route, from: address)
        let query = try QueryParameters.read(request.uri.query)
        try CardNumberGuard.refuse(in: query, naming: .parameters)
        return (admitted, query)
    }

    private func answer(_ call: Call) async throws -> Answer {
        try await grants.record(call)
        try await plans.admit(call)
        try await references.require(call)
        guard let handler = handlers[call.route.operation] else { throw ProblemDetails(.notFound) }
        return try await plans.answer(call, handler)
    }

    private static func route(_ match: RouteTable.Match) throws(ProblemDetails) -> (Route, id: String?) {
        switch match {
        case .route(let route, let id): (route, id)
        case .otherMethods: throw ProblemDetails(.methodNotAllowed)
        case .nothing: throw ProblemDetails(.notFound)
        }
    }

    private func problemResponse(
        for error: any Error, _ match: RouteTable.Match, _ request: Request, _ context: GatewayContext
    ) throws -> Response {
        let problem = ProblemMapping.problem(for: error)
        let status = problem.statusCode
        // Refusing a photo for lack of memory is expected under load, not a server error.
        if status >= 500, !(error is PhotoMemory.Exhausted) {
            logger.error("request failed", metadata: ["error": .error(error), "http.status": "\(status)"])
        }
        let language = ContentLanguage.accepted(by: request.headers[values: .acceptLanguage]).first ?? .en
        var response = try problem.worded(in: language).response(from: request, context: context)
        if let refusal = error as? RefusalWithHeaders { response.headers.append(contentsOf: refusal.headers) }
        response.headers[.contentLanguage] = language.rawValue
        response.headers.vary(by: "Accept-Language")
        if status == 401 { response.headers[.wwwAuthenticate] = "Bearer realm=\"foodmagic\"" }
        if case .otherMethods(let methods) = match {
            response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        }
        return response
    }

    /// A new trace with the caller's correlation id, if sent.
    ///
    /// The caller's trace and span are taken only if callers are trusted with them: anyone could have every request
    /// recorded, or join the trace of another person's request.
    private func trace(of headers: HTTPFields) -> (trace: TraceContext, caller: UInt64?) {
        let correlationID = headers[.correlationID].flatMap { UUID(text: $0) }
        guard trustsTraceparent, let traceparent = headers[.traceparent],
            let caller = TraceContext(traceparent: traceparent, correlationID: correlationID ?? UUID.random())
        else {
            return (tracer?.root(correlationID: correlationID) ?? .root(correlationID: correlationID), nil)
        }
        return (caller.child(), caller.spanID)
    }

    private static func addHeaders(to response: inout Response, _ trace: TraceContext) {
        response.headers[.correlationID] = trace.correlationIDText
        response.headers[.traceparent] = trace.traceparent
        // A page of the gateway sets its own policy for what it may load.
        for (name, value) in securityHeaders where response.headers[name] == nil { response.headers[name] = value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }

    private static func operation(of match: RouteTable.Match) -> String? {
        if case .route(let route, _) = match { route.operation } else { nil }
    }

    private func report(
        _ match: RouteTable.Match, _ status: HTTPResponse.Status, since start: ContinuousClock.Instant, traceID: UUID?
    ) {
        let operation = Self.operation(of: match)
        let duration = ContinuousClock.now - start
        metrics.observe(operation, status: status.code, duration, traceID: traceID)
        logger.info(
            "request",
            metadata: [
                "http.endpoint": "\(operation ?? "none")", "http.status": "\(status.code)",
                "duration.ms": "\((duration.timeInterval * 1_000_000).rounded() / 1_000)",
            ])
    }
}
