import Foundation
import IngestionService
import Synchronization
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: one of several gateways behind a balancer is lost.
    static let balancing = [
        Row(
            45, "two gateways behind a balancer, each killed in turn",
            fault: """
                kill -9 of one copy; the balancer leads to it for 2 s more; people follow their event streams and wait \
                for verdicts through both
                """,
            protection: .own("streams continue after the last event that the client has seen"), balances: true,
            during: { bench in try await GatewayLoss(bench: bench).run() })
    ]
}

/// Kills the gateways in turn while people follow their streams and wait for verdicts.
private struct GatewayLoss {
    /// How long a balancer directs requests to a gateway that has ended.
    private static let detection = Duration.seconds(2)
    private static let people = 4

    let bench: Bench
    private let gateways: [ServiceProcess]

    init(bench: Bench) throws {
        self.bench = bench
        let first = bench.stack.service(IngestionService.name)
        gateways = [first, try first.copy(named: "\(first.name)-2")]
    }

    func run() async throws {
        // Separate connections for streams, waiting requests and the load.
        let streams = try await TCPProxy.start(host: "127.0.0.1", server: bench.stack.gatewayPort)
        let waiting = try await TCPProxy.start(host: "127.0.0.1", server: bench.stack.gatewayPort)
        let balancers = [bench.front, streams, waiting]
        var followers: [Follower] = []
        for _ in 0..<Self.people {
            let person = try await bench.stack.gateway.register()
            let ways = [streams, waiting].map { person.through(PublicGateway(TestHTTPClient(port: $0.port))) }
            followers.append(Follower(streams: ways[0], requests: ways[1], bench: bench))
        }
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await Row.withCopies([gateways[1]]) {
                    lead(balancers)
                    try await follow(followers, balancers)
                    lead(balancers, without: gateways[1])
                    _ = try await gateways[1].terminate(within: .seconds(20))
                    try await bench.measureRecovery()
                })
        } catch {
            result = .failure(error)
        }
        for proxy in [streams, waiting] { await proxy.stop() }
        try result.get()
        bench.reportServerErrors("with a gateway lost")
    }

    private func follow(_ followers: [Follower], _ balancers: [TCPProxy]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for follower in followers {
                group.addTask { await follower.follow() }
                group.addTask { await follower.sendRequests() }
            }
            defer { group.cancelAll() }
            try await eventually("every stream shows a verdict") { followers.allSatisfy { $0.seen.verdicts > 0 } }
            repeat {
                for gateway in gateways {
                    try await bench.pause(max(.seconds(2), bench.duration / 8))
                    try await gateway.kill()
                    try await bench.pause(Self.detection)
                    lead(balancers, without: gateway)
                    try await bench.pause(max(.seconds(2), bench.duration / 8))
                    try await gateway.start()
                    try await gateway.waitUntilReady()
                    lead(balancers)
                }
            } while !bench.isTimeUp
            for follower in followers { follower.finish() }
            let isComplete = try await Row.isSoon("every stream shows every verdict", within: .seconds(30)) {
                followers.allSatisfy { $0.seen.isComplete }
            }
            report(followers.map(\.seen), isComplete: isComplete)
        }
    }

    private func report(_ all: [Follower.Seen], isComplete: Bool) {
        func sum(_ count: (Follower.Seen) -> Int) -> Int { all.reduce(0) { $0 + count($1) } }
        let missing = sum { $0.answered.subtracting($0.shown).count }, repeated = sum(\.repeated)
        let longest = all.map(\.longest).max() ?? .zero
        bench.note(
            String(format: "\(sum { $0.answered.count }) verdicts waited for, at most %.1f s", longest / .seconds(1)))
        bench.note("\(sum(\.broken)) requests repeated, \(sum(\.streams)) streams of \(all.count) people")
        if missing > 0 { bench.report(Finding(.lost, "verdicts that no stream showed", count: missing)) }
        if repeated > 0 { bench.report(Finding(.doubled, "changes that a stream showed twice", count: repeated)) }
        if missing == 0, !isComplete { bench.report(Finding(.lost, "requests that were never answered")) }
        if sum(\.refused) > 0 { bench.report(Finding(.other, "waiting requests refused", count: sum(\.refused))) }
    }

    /// Directs new connections to all gateways but one.
    private func lead(_ balancers: [TCPProxy], without lost: ServiceProcess? = nil) {
        let ports = gateways.filter { $0 !== lost }.compactMap(\.httpPort)
        for balancer in balancers { balancer.lead(to: ports) }
    }
}

/// A person who follows their stream over one connection as long as it lasts, and waits for verdicts over another.
private final class Follower: Sendable {
    /// The responses and events that the person's client has received.
    struct Seen {
        /// Scans whose request returned the verdict, and scans received on the stream.
        var answered: Set<UUID> = []
        var shown: Set<UUID> = []
        var changes: Set<Int> = []
        /// The id of the last change received on the stream.
        var last: Int?
        /// Whether the stream has been open.
        var isFollowing = false
        /// Changes shown twice.
        var repeated = 0
        /// Connections of the stream.
        var streams = 0
        /// Requests whose connection ended before their answer.
        var broken = 0
        var refused = 0
        /// The longest time from a request to its verdict, repetitions included.
        var longest = Duration.zero
        var isDone = false

        var verdicts: Int { shown.count }
        var isComplete: Bool { isDone && answered.isSubset(of: shown) }
    }

    private struct Change: Decodable {
        let kind: String
        let id: UUID
    }

    private let streams: TestPerson
    private let requests: TestPerson
    private let bench: Bench
    private let state = Mutex(Seen())
    private let isFinishing = Mutex(false)

    init(streams: TestPerson, requests: TestPerson, bench: Bench) {
        self.streams = streams
        self.requests = requests
        self.bench = bench
    }

    var seen: Seen { state.withLock { $0 } }

    /// Sends no further request.
    func finish() { isFinishing.withLock { $0 = true } }

    /// Follows the stream until cancelled; without protection it reconnects without the id of the last event.
    func follow() async {
        let limit = bench.duration + .seconds(120)
        while !Task.isCancelled {
            let last = state.withLock { state -> Int? in
                state.streams += 1
                return state.last
            }
            let headers = bench.isProtected ? last.map { ["last-event-id": "\($0)"] } ?? [:] : [:]
            try? await streams.http.events("/v1/events", headers: headers, timeout: limit) { status, events in
                if status == 200 { state.withLock { $0.isFollowing = true } }
                for try await event in events { note(event) }
            }
            // About as long as a browser waits before it reconnects; meanwhile the other gateway delivers verdicts.
            try? await Task.sleep(for: .seconds(2))
        }
    }

    private func note(_ event: ServerSentEvent) {
        guard let id = event.id.flatMap({ Int($0) }),
            let change = try? JSONDecoder().decode(Change.self, from: Data(event.data.utf8))
        else { return }
        state.withLock { state in
            state.last = id
            if !state.changes.insert(id).inserted { state.repeated += 1 }
            if change.kind == "label-scan" { state.shown.insert(change.id) }
        }
    }

    /// Sends one scan after the other and waits for each verdict; the first when the stream is open.
    func sendRequests() async {
        while !Task.isCancelled, !isFinishing.withLock({ $0 }) {
            if seen.isFollowing { await sendRequest() }
            try? await Task.sleep(for: .milliseconds(100))
        }
        state.withLock { $0.isDone = true }
    }

    /// Sends a scan under one key until it is answered with its verdict.
    private func sendRequest() async {
        let key = UUID().uuidString, begin = ContinuousClock.now
        while !Task.isCancelled {
            guard let answer = try? await requests.postScan("Ingredients: milk.", key: key) else {
                state.withLock { $0.broken += 1 }
                try? await Task.sleep(for: .milliseconds(50))
                continue
            }
            if answer.status == 201, let scan: TestPerson.Scan = try? answer.decode() {
                return state.withLock { state in
                    state.answered.insert(scan.id)
                    state.longest = max(state.longest, .now - begin)
                }
            }
            // The request is still in progress: the first attempt is being processed, or it takes longer than the
            // client waits.
            guard [202, 409].contains(answer.status) else { return state.withLock { $0.refused += 1 } }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
