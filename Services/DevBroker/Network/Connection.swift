import Glibc

/// One client: takes its requests one at a time, in order, and sends each answer before the next request is looked at.
///
/// So no more is held for a client than one request, one answer, and what fits the buffer behind the request. A client
/// that does not take its answer is not read from.
final class Connection {
    /// What works on requests.
    protocol Handler: AnyObject {
        /// Works on a request, whose reply may be sent later.
        ///
        /// - Throws: `MalformedRequest`; the connection is closed then.
        func handle(_ request: inout RequestReader, _ reply: Reply) throws
        /// The connection is to go on: it had an answer, or its turn was over.
        func schedule(_ connection: Connection)
        func noteClosed(_ connection: Connection)
    }

    /// Requests before others have their turn.
    private static let requestsPerTurn = 32

    let descriptor: Int32
    let fetchPace = FetchPace()
    private unowned let handler: any Handler
    private let input = InputBuffer()
    private var output = OutputQueue()
    private var reply: Reply?
    private var isReadable = false
    private var hasEnded = false
    private var isAdvancing = false
    private(set) var isClosed = false
    /// Called when another request, or the end, comes while one waits for its answer.
    var interruption: (() -> Void)?
    /// Stands in the event loop's list.
    var isScheduled = false

    /// Owns the descriptor, a socket that does not block.
    init(descriptor: Int32, handler: any Handler) {
        self.descriptor = descriptor
        self.handler = handler
    }

    /// The socket can be read from or written to.
    func noteReady(isReadable readable: Bool) {
        if readable { isReadable = true }
        advance()
    }

    /// Ends the request at work with an answer; an empty one is none.
    func answer(_ segments: [SharedBytes]) {
        reply = nil
        interruption = nil
        output.append(segments)
        if !isAdvancing { handler.schedule(self) }
    }

    /// Goes on until there is nothing to do at the moment.
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

    /// - Returns: false while the client has yet to take what there is.
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

    /// Reads on while a request waits for its answer, up to the next request.
    ///
    /// - Returns: Whether the request has its answer now.
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
