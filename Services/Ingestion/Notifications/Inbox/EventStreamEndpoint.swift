import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import ServiceRuntime

/// Opens event streams.
struct EventStreamEndpoint: Sendable {
    let source: AccountEvents.Source
    let streams: OpenStreams

    func stream(_ call: Call) async throws -> Answer {
        let principal = try call.principal
        let (last, isGap) = try await place(call, of: principal.account)
        guard let ticket = streams.open(for: principal.account) else {
            throw ProblemDetails.tooManyRequests(retryAfter: AccountEvents.heartbeat)
        }
        let events = AccountEvents(
            source: source, principal: principal, begin: last, isGap: isGap, ticket: ticket)
        return Answer(.ok, body: .events(events))
    }

    /// The id after which the stream starts, and whether earlier events may have been missed.
    private func place(_ call: Call, of account: AccountID) async throws -> (last: Int64, isGap: Bool) {
        let newest = try await FeedRepository.newest(of: account, in: source.database)
        guard let text = call.headers[.lastEventID] else { return (newest, false) }
        guard let id = Int64(text), id >= 0 else {
            throw ProblemDetails(.malformedRequest, detail: "Last-Event-ID was not issued by this server.")
        }
        if id == 0 { return (0, false) }
        // An unknown id, possibly higher than all others, must not hide later events.
        return (min(id, newest), try await !FeedRepository.contains(id, of: account, in: source.database))
    }
}
