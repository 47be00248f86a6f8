import AsyncHTTPClient
import NIOCore

/// One event of a `text/event-stream`.
package struct ServerSentEvent: Sendable, Equatable {
    package var id: String?
    package var event: String?
    package var data: String

    /// An event; one without data only sets the last id and is not delivered.
    package init(id: String? = nil, event: String? = nil, data: String = "") {
        self.id = id
        self.event = event
        self.data = data
    }
}

/// The events of a stream as they arrive; comments are left out.
package struct ServerSentEvents: AsyncSequence, Sendable {
    package typealias Element = ServerSentEvent

    let body: HTTPClientResponse.Body

    package func makeAsyncIterator() -> Iterator { Iterator(chunks: body.makeAsyncIterator()) }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var chunks: HTTPClientResponse.Body.AsyncIterator
        private var parser = ServerSentEventParser()
        private var ready: ArraySlice<ServerSentEvent> = []

        fileprivate init(chunks: HTTPClientResponse.Body.AsyncIterator) {
            self.chunks = chunks
        }

        @concurrent package mutating func next() async throws -> ServerSentEvent? {
            while ready.isEmpty {
                guard let chunk = try await chunks.next() else { return nil }
                ready = parser.consume(chunk.readableBytesView)[...]
            }
            return ready.popFirst()
        }
    }
}

/// Parses the bytes of a `text/event-stream` into events, however they are divided into chunks.
struct ServerSentEventParser {
    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var data: [String] = []

    /// The events that the bytes complete.
    mutating func consume(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let event = endLine(String(decoding: line, as: UTF8.self)) { events.append(event) }
            line.removeAll()
        }
        return events
    }

    private mutating func endLine(_ text: String) -> ServerSentEvent? {
        guard !text.isEmpty else { return dispatch() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1].first == " " ? parts[1].dropFirst() : parts[1]) : ""
        switch parts[0] {
        case "id": event.id = value
        case "event": event.event = value
        case "data": data.append(value)
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            event = ServerSentEvent()
            data = []
        }
        guard !data.isEmpty else { return nil }
        event.data = data.joined(separator: "\n")
        return event
    }
}
