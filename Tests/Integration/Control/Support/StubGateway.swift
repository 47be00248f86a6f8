import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestPeers
import TestSupport
import UnitSupport

/// A gateway that keeps scans in memory, and loses, duplicates or refuses them on request.
final class StubGateway: Sendable {
    /// The injected faults.
    struct Faults: Sendable {
        /// Every n-th accepted scan is in no list.
        var losesEvery = 0
        /// Every n-th accepted scan is listed a second time under another id.
        var doublesEvery = 0
        /// The first n registrations exceed the rate limit.
        var refusesRegistrations = 0
        /// Every n-th scan is answered with 500.
        var failsEvery = 0
        /// Time until the verdict.
        var delay = Duration.milliseconds(2)
        /// The verdict of every scan.
        var verdict = "contains"
        /// Whether notices arrive.
        var tells = true
        /// Whether the first response has an announcement in place of the scan's notice.
        var tellsLate = false
        /// Lifetime of a token, in seconds.
        var expiresIn = 600
    }

    private struct State {
        var scans: [String: [String]] = [:]
        var operations: [String: String] = [:]
        var keys: [String: String] = [:]
        var posted = 0
        var inProgress = 0
        var maxInProgress = 0
        var registrations = 0
        var refreshes = 0
        var inboxes = 0
        var contentTypes: [String] = []
        var lastBody: [UInt8] = []
        var codes: [String] = []
    }

    private let faults: Faults
    private let state = Mutex(State())

    init(_ faults: Faults) {
        self.faults = faults
    }

    var registrations: Int { state.withLock(\.registrations) }
    /// Maximum number of concurrent scans.
    var maxInProgress: Int { state.withLock(\.maxInProgress) }
    var refreshes: Int { state.withLock(\.refreshes) }
    /// Bodies sent for assessment.
    var contentTypes: [String] { state.withLock(\.contentTypes) }
    /// The codes that confirmed addresses.
    var codes: [String] { state.withLock(\.codes) }
    /// The last body sent for assessment.
    var lastBody: [UInt8] { state.withLock(\.lastBody) }

    /// Serves while the body runs, which gets the address.
    static func with<Value: Sendable>(
        _ faults: Faults = Faults(), _ body: @escaping @Sendable (URL, StubGateway) async throws -> Value
    ) async throws -> Value {
        let gateway = StubGateway(faults)
        return try await TestServer.with(gateway.router.buildResponder()) { port in
            try await body(URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/"), gateway)
        }
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.get("/v1/terms") { _, _ in try self.json(["version": "1"]) }
        router.post("/v1/accounts") { _, _ in try self.register() }
        router.post("/v1/accounts/verification") { request, _ in
            let body = try await request.body.collect(upTo: 1_000)
            let code = String(buffer: body).split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
            self.state.withLock { $0.codes.append(code) }
            return Response(status: .noContent)
        }
        router.post("/v1/sessions/refresh") { request, _ in
            self.state.withLock { $0.refreshes += 1 }
            let body = try await request.body.collect(upTo: 1_000)
            let token = String(buffer: body).split(separator: "\"").last { $0.hasPrefix("refresh") } ?? ""
            return try self.signedIn(String(token.dropFirst("refresh-".count)))
        }
        router.put("/v1/allergen-profile") { _, _ in
            try self.json(["allergens": ["milk"], "otherIngredients": [], "diets": [], "traces": "warn"])
        }
        router.post("/v1/label-scans") { request, _ in try await self.accept(request) }
        router.get("/v1/label-scans") { request, _ in try self.list(request) }
        router.get("/v1/label-scans/:id") { _, _ in try self.json(["id": "x"]) }
        router.get("/v1/operations/:id") { _, context in
            try await Task.sleep(for: self.faults.delay)
            return try self.json(["id": context.parameters.get("id") ?? "", "status": "succeeded"])
        }
        router.post("/v1/meals") { _, _ in
            try self.json(
                [
                    "id": "m", "name": "Lunch", "slot": "lunch", "day": "2026-01-15",
                    "items": [
                        ["food": ["id": "sr28-09003", "name": "apple"], "grams": ["value": 150], "energyKcal": 78],
                        ["food": ["name": "stew"], "grams": ["value": 250]],
                    ], "totals": Self.totals,
                ], status: .created)
        }
        router.get("/v1/days/:date") { _, context in
            try self.json(["date": context.parameters.get("date") ?? "", "meals": 1, "totals": Self.totals])
        }
        router.get("/v1/notifications") { request, _ in try self.notices(request) }
        return router
    }

    private static var totals: [String: Any] { ["energyKcal": ["value": 78, "reported": 1, "of": 2]] }

    private func register() throws -> Response {
        let number = state.withLock { state in
            state.registrations += 1
            return state.registrations
        }
        guard number > faults.refusesRegistrations else {
            return Response(status: .tooManyRequests, headers: [.retryAfter: "0"])
        }
        return try signedIn("account-\(number)")
    }

    private func signedIn(_ account: String) throws -> Response {
        let session: [String: Any] = [
            "accessToken": account, "refreshToken": "refresh-\(account)", "expiresIn": faults.expiresIn,
        ]
        return try json(["account": ["id": account], "session": session], status: .created)
    }

    private func accept(_ request: Request) async throws -> Response {
        let account = account(of: request), scan = UUID().uuidString
        let body = try await request.body.collect(upTo: 1 << 20)
        let number = state.withLock { state in
            state.posted += 1
            state.contentTypes.append(request.headers[.contentType] ?? "")
            state.lastBody = Array(body.readableBytesView)
            state.inProgress += 1
            state.maxInProgress = max(state.maxInProgress, state.inProgress)
            return state.posted
        }
        defer { state.withLock { $0.inProgress -= 1 } }
        func isDue(_ every: Int) -> Bool { every > 0 && number.isMultiple(of: every) }
        if isDue(faults.failsEvery) { return Response(status: .internalServerError) }
        state.withLock { state in
            if !isDue(faults.losesEvery) { state.scans[account, default: []].append(scan) }
            if isDue(faults.doublesEvery) { state.scans[account, default: []].append(UUID().uuidString) }
        }
        guard request.headers[.init("Prefer") ?? .accept] != nil else {
            return try json(
                ["id": "operation", "status": "pending", "resource": "/v1/label-scans/\(scan)"], status: .accepted)
        }
        try await Task.sleep(for: faults.delay)
        let finding: [String: Any] = ["allergen": "milk", "evidence": [["text": "milk", "rule": "r"]]]
        return try json(
            [
                "id": scan, "verdict": faults.verdict, "complete": true, "contains": [finding], "mayContain": [],
            ], status: .created)
    }

    /// Two items per page, so that clients have to fetch several pages.
    private func list(_ request: Request) throws -> Response {
        let scans = state.withLock { $0.scans[account(of: request)] ?? [] }
        let start = request.uri.queryParameters["cursor"].flatMap { Int($0) } ?? 0
        let page = scans.dropFirst(start).prefix(2)
        let next: Any = start + 2 < scans.count ? "\(start + 2)" : NSNull()
        return try json(["items": page.map { ["id": $0] }, "next": next])
    }

    private func notices(_ request: Request) throws -> Response {
        let (scans, isFirst) = state.withLock { state in
            state.inboxes += 1
            return (state.scans[account(of: request)] ?? [], state.inboxes == 1)
        }
        var notices = (faults.tells ? scans : []).map { Self.notice("alert", "Contains milk", of: $0) }
        if faults.tellsLate {
            if isFirst { notices.removeLast() }
            notices.append(Self.notice("notice", "New in Food Magic", of: "release"))
        }
        return try json(["items": notices, "next": NSNull()])
    }

    private static func notice(_ urgency: String, _ title: String, of cause: String) -> [String: String] {
        [
            "id": "n-\(cause)", "urgency": urgency, "title": title, "body": "Text", "language": "en", "cause": cause,
        ]
    }

    private func account(of request: Request) -> String {
        String(request.headers[.authorization]?.dropFirst("Bearer ".count) ?? "")
    }

    private func json(_ object: [String: Any], status: HTTPResponse.Status = .ok) throws -> Response {
        let data = try JSONSerialization.data(withJSONObject: object)
        return Response(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}
