import Glibc

/// A client connection.
///
/// Requests are handled one at a time and in order: an answer is sent before the next request starts.
///
/// So a connection holds at most one request, one answer, and the input buffered behind the request. Input is not read
/// while the client does not accept its answer (back-pressure).
final class Connection {
    /// Handles the requests of connections.
    protocol Handler: AnyObject {
        /// Handles a request. The reply may be sent later.
        ///
        /// - Throws: `MalformedRequest`, which closes the connection.
        func handle(_ request: inout RequestReader, _ reply: Reply) throws
        /// Schedules a call of `advance`.
        func schedule(_ connection: Connection)
        func noteClosed(_ connection: Connection)
    }

    /// Requests handled before other connections get their turn.
    private static let requestsPerTurn = 32

    let descriptor: Int32
    let fetchPace = FetchWaitLimit()
    private unowned let handler: any Handler
    private let input = InputBuffer()
    private var output = OutputQueue()
    private var reply: Reply?
    private var isReadable = false
    private var hasEnded = false
    private var isAdvancing = false
    private(set) var isClosed = false
    /// Called when another request or the end of input arrives while a reply is pending.
    var interruption: (() -> Void)?
    /// Whether the event loop will call `advance`.
    var isScheduled = false

    /// Takes ownership of a non-blocking socket.
    init(descriptor: Int32, handler: any Handler) {
        self.descriptor = descriptor
        self.handler = handler
    }

    /// Handles a readiness event of the socket.
    func noteReady(isReadable readable: Bool) {
        if readable { isReadable = true }
        advance()
    }

    /// Completes the pending request; without segments no answer is sent.
    func answer(_ segments: [SharedBytes]) {
        reply = nil
        interruption = nil
        output.append(segments)
        if !isAdvancing { handler.schedule(self) }
    }

    /// Works until the socket blocks, a reply is pending or its time slice is over.
    func advance() {
        isAdvancing = true
        defer { isAdvancing = false }
        do {
            var requests = 0
            while !isClosed {
                guard flush() else { return }
                if reply != nil {
                    guard try isInterrupted() else { return }
                } else if let request = try input.takeRequest() {
                    try work(on: request)
                    requests += 1
                    if requests == Self.requestsPerTurn { return handler.schedule(self) }
                } else if hasEnded {
                    close()
                } else {
                    guard isReadable else { return }
                    fill()
                }
            }
        } catch {
            close()
        }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        let (waiting, interrupt) = (reply, interruption)
        reply = nil
        interruption = nil
        waiting?.drop()
        interrupt?()
        output = OutputQueue()
        Glibc.close(descriptor)
        handler.noteClosed(self)
    }

    /// - Returns: false while the socket accepts no more output.
    private func flush() -> Bool {
        guard !output.isEmpty else { return true }
        switch output.flush(to: descriptor) {
        case .sent: return true
        case .full: return false
        case .failed:
            close()
            return false
        }
    }

    private func work(on bytes: UnsafeRawBufferPointer) throws {
        var reader = RequestReader(bytes)
        let header = try RequestHeader(&reader)
        let reply = Reply(to: header, on: self)
        self.reply = reply
        try handler.handle(&reader, reply)
    }

    /// Reads input while a reply is pending, up to the next request, and calls `interruption` if there is one.
    ///
    /// - Returns: Whether the reply is no longer pending.
    private func isInterrupted() throws -> Bool {
        while try !input.hasRequest(), isReadable, !hasEnded { fill() }
        guard try input.hasRequest() || hasEnded else { return false }
        let interrupt = interruption
        interruption = nil
        interrupt?()
        if reply != nil, hasEnded, try !input.hasRequest() { close() }
        return reply == nil
    }

    private func fill() {
        switch input.fill(from: descriptor) {
        case .filled: break
        case .drained: isReadable = false
        case .ended: hasEnded = true
        }
    }
}
