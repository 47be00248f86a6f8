/// The pending answer of one request.
///
/// It is sent once, immediately or later.
final class Reply {
    let header: RequestHeader
    let fetchPace: FetchWaitLimit
    private var connection: Connection?

    init(to header: RequestHeader, on connection: Connection) {
        fetchPace = connection.fetchPace
        self.header = header
        self.connection = connection
    }

    var version: Int16 { header.version }

    /// The client's address as DescribeGroups shows it; the broker listens on the loopback address only.
    var clientHost: String { "/127.0.0.1" }

    /// Sends the answer that the body writes, or nothing if the connection is closed.
    func send(_ body: (inout ResponseWriter) -> Void) {
        guard let connection else { return }
        var writer = ResponseWriter(to: header)
        body(&writer)
        self.connection = nil
        connection.answer(writer.finished())
    }

    /// Completes the request without an answer, for a producer with acks = 0.
    func sendNothing() {
        defer { connection = nil }
        connection?.answer([])
    }

    /// Calls the body when the client sends another request, or disconnects, while this one is pending.
    ///
    /// Answers keep the order of requests, so a long wait would delay the next request.
    func whenInterrupted(_ body: @escaping () -> Void) {
        connection?.interruption = body
    }

    /// Forgets the connection, which is closed.
    func drop() {
        connection = nil
    }
}
