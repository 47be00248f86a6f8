import EventContracts
import Foundation
import NIOCore
import Postgres
import ServiceRuntime

/// The server-sent events of an account (WHATWG HTML section 9.2), in the order of the table they come from.
///
/// Pulled: a slow client holds no more than one batch in memory, and nothing is read for it meanwhile.
package struct AccountEvents: AsyncSequence, Sendable {
    package typealias Element = ByteBuffer

    /// A comment line this often keeps proxies from closing the connection.
    static let heartbeat = Duration.seconds(15)
    /// Rows read at once.
    fileprivate static let batch = 100

    /// What every stream of the gateway reads from.
    struct Source: Sendable {
        let database: PostgresPool
        let hub: OperationHub
        let sessions: SessionRegistry
        let clock: any WallClock
    }

    fileprivate let source: Source
    fileprivate let principal: Principal
    /// The last event the client has.
    fileprivate let begin: Int64
    /// Something before it may have been missed.
    fileprivate let isGap: Bool
    fileprivate let ticket: OpenStreams.Ticket

    init(source: Source, principal: Principal, begin: Int64, isGap: Bool, ticket: OpenStreams.Ticket) {
        self.source = source
        self.principal = principal
        self.begin = begin
        self.isGap = isGap
        self.ticket = ticket
    }

    package func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// One client's reading.
    package struct Iterator: AsyncIteratorProtocol {
        private let events: AccountEvents
        private let listening: Listening
        private var last: Int64
        private var isOpened = false

        fileprivate init(_ events: AccountEvents) {
            self.events = events
            listening = Listening(events.source.hub.listen(to: .account(events.principal.account)))
            last = events.begin
        }

        @concurrent package mutating func next() async throws -> ByteBuffer? {
            guard isOpened else {
                isOpened = true
                return ByteBuffer(string: events.isGap ? "event: resync\ndata: {}\n\n" : ": begins after \(last)\n\n")
            }
            let beat = ContinuousClock.now + AccountEvents.heartbeat
            while true {
                let rows = try await FeedRepository.list(
                    of: events.principal.account, after: last, limit: AccountEvents.batch, in: events.source.database)
                if let newest = rows.last {
                    last = newest.id
                    return ByteBuffer(
                        string: try rows.map { try AccountEvents.text($0, of: events.principal.account) }.joined())
                }
                if ContinuousClock.now >= beat { return ByteBuffer(string: ": still here\n\n") }
                guard try await listening.bell.wait(until: beat), await events.isAllowed() else { return nil }
            }
        }
    }

    /// A stream ends with the token or the session it was opened with; the client comes back with a new token.
    private func isAllowed() async -> Bool {
        guard principal.expires > source.clock.now() else { return false }
        return (try? await source.sessions.standing(of: principal)) != nil
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

/// Stops listening when the client's reading ends, however it ends.
private final class Listening: Sendable {
    let bell: HubListener

    init(_ bell: HubListener) { self.bell = bell }

    deinit { bell.stop() }
}
