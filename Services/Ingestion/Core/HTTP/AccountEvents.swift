import EventContracts
import Foundation
import NIOCore
import Postgres
import ServiceRuntime
import Synchronization

/// The server-sent events of an account (WHATWG HTML section 9.2), in the order of the table `account_events`.
///
/// Events are read on demand: a slow client holds at most one batch in memory, and no more is read for it meanwhile.
package struct AccountEvents: Sendable {
    /// The interval of comment lines that keep proxies from closing the connection.
    package static let heartbeat = Duration.seconds(15)
    /// Number of rows read at once.
    fileprivate static let batch = 100

    /// The dependencies of all streams of the gateway.
    package struct Source: Sendable {
        package let database: PostgresPool
        package let hub: OperationHub
        package let sessions: SessionRegistry
        package let clock: any WallClock

        package init(database: PostgresPool, hub: OperationHub, sessions: SessionRegistry, clock: any WallClock) {
            self.database = database
            self.hub = hub
            self.sessions = sessions
            self.clock = clock
        }
    }

    fileprivate let source: Source
    fileprivate let principal: Principal
    /// The id of the client's last event.
    fileprivate let begin: Int64
    /// Whether earlier events may be missing.
    fileprivate let isGap: Bool
    fileprivate let ticket: OpenStreams.Ticket

    package init(source: Source, principal: Principal, begin: Int64, isGap: Bool, ticket: OpenStreams.Ticket) {
        self.source = source
        self.principal = principal
        self.begin = begin
        self.isGap = isGap
        self.ticket = ticket
    }

    /// Starts listening for one client.
    package func listen() -> Listening { Listening(source.hub.listen(to: .account(principal.account))) }

    /// The state of one client's stream.
    package struct Reading {
        private let events: AccountEvents
        private let listening: Listening
        private var last: Int64
        private var isOpened = false

        package init(_ events: AccountEvents, _ listening: Listening) {
            self.events = events
            self.listening = listening
            last = events.begin
        }

        /// The next data to send; nil at the end of the stream.
        @concurrent package mutating func next() async throws -> ByteBuffer? {
            guard isOpened else {
                isOpened = true
                return ByteBuffer(string: events.isGap ? "event: resync\ndata: {}\n\n" : ": begins after \(last)\n\n")
            }
            let beat = ContinuousClock.now + AccountEvents.heartbeat
            while true {
                let rows = try await events.list(after: last)
                if let newest = rows.last {
                    last = newest.id
                    return ByteBuffer(
                        string: try rows.map { try AccountEvents.text($0, of: events.principal.account) }.joined())
                }
                if ContinuousClock.now >= beat { return ByteBuffer(string: ": still here\n\n") }
                guard try await listening.wait(until: beat), await events.isAllowed() else { return nil }
            }
        }
    }

    /// Stops when the client disconnects, or its reading ends.
    package final class Listening: Sendable {
        private let wakeSignal: HubListener
        private let hasLeft = Atomic(false)

        fileprivate init(_ wakeSignal: HubListener) { self.wakeSignal = wakeSignal }

        deinit { wakeSignal.stop() }

        /// Wakes the waiting stream after the client has disconnected.
        package func leave() {
            hasLeft.store(true, ordering: .releasing)
            wakeSignal.signal()
        }

        fileprivate func wait(until end: ContinuousClock.Instant) async throws -> Bool {
            guard !hasLeft.load(ordering: .acquiring), try await wakeSignal.wait(until: end) else { return false }
            return !hasLeft.load(ordering: .acquiring)
        }
    }

    /// Reads and checks run in separate tasks: there are thousands of streams, and a task keeps the memory of its
    /// largest use.
    private func list(after last: Int64) async throws -> [(id: Int64, entry: FeedEntry)] {
        try await inOwnTask {
            try await FeedRepository.list(
                of: principal.account, after: last, limit: Self.batch, in: source.database)
        }
    }

    /// Whether the client may still read: a stream ends with the token or session that opened it, and the client
    /// reconnects with a new token.
    private func isAllowed() async -> Bool {
        guard principal.expires > source.clock.now() else { return false }
        return (try? await inOwnTask { try await source.sessions.standing(of: principal) }) != nil
    }

    private struct EventView: Encodable {
        let type: String
        let kind: String
        let id: String
        let version: Int64?
        let resource: String
        let operation: OperationID?
        let at: Date
    }

    private static func text(_ row: (id: Int64, entry: FeedEntry), of account: AccountID) throws -> String {
        let entry = row.entry
        let view = EventView(
            type: entry.kind.rawValue, kind: entry.resource.kind.rawValue, id: entry.resource.idText,
            version: entry.version, resource: entry.resource.path(of: account), operation: entry.operation, at: entry.at
        )
        let data = String(decoding: try EventCoding.encode(view), as: UTF8.self)
        return "id: \(row.id)\nevent: \(entry.kind.rawValue)\ndata: \(data)\n\n"
    }
}
