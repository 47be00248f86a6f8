/// The answer that a request waits for, to be sent once: at once or later.
final class Reply {
    let header: RequestHeader
    let fetchPace: FetchPace
    private var connection: Connection?

    init(to header: RequestHeader, on connection: Connection) {
        fetchPace = connection.fetchPace
        self.header = header
        self.connection = connection
    }

    var version: Int16 { header.version }

    /// The address of the client, as groups show it.
    var clientHost: String { "/127.0.0.1" }

    /// Sends the answer that the body writes; does nothing when the client is gone.
    func send(_ body: (inout ResponseWriter) -> Void) {
        guard let connection else { return }
        var writer = ResponseWriter(to: header)
        body(&writer)
        self.connection = nil
        connection.answer(writer.finished())
    }

    /// Ends the request without an answer, as a producer asks for with acks = 0.
    func sendNothing() {
        defer { connection = nil }
        connection?.answer([])
    }

    /// Calls the body when the client sends another request, or ends, while this one waits: answers keep the order of
    /// requests, so a long wait would hold up the next one.
    func whenInterrupted(_ body: @escaping () -> Void) {
        connection?.interruption = body
    }

    /// The client is gone.
    func drop() {
        connection = nil
    }
}
