import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A server for the used part of the chat-completions protocol, over a real socket, with answers set by a test.
package final class ChatPeer: Sendable {
    /// One request.
    package struct Call: Sendable {
        package let path: String
        package let authorization: String?
        package let body: [UInt8]
        package let model: String
        /// `json_schema`, `json_object`, or nil for plain text.
        package let form: String?
        package let system: String
        package let task: String
        package let photo: [UInt8]
        /// The properties that the schema requires.
        package let required: [String]
        /// Deviations from the protocol.
        package let problems: [String]

        fileprivate init(path: String, authorization: String?, body: [UInt8]) {
            let json = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            let messages = json?["messages"] as? [[String: Any]] ?? []
            let parts = messages.last?["content"] as? [[String: Any]] ?? []
            let image = parts.last?["image_url"] as? [String: Any], url = image?["url"] as? String ?? ""
            let format = json?["response_format"] as? [String: Any]
            self.path = path
            self.authorization = authorization
            self.body = body
            model = json?["model"] as? String ?? ""
            form = format?["type"] as? String
            system = messages.first?["content"] as? String ?? ""
            task = parts.first?["text"] as? String ?? ""
            let start = "data:image/jpeg;base64,"
            photo =
                url.hasPrefix(start)
                ? Data(base64Encoded: String(url.dropFirst(start.count))).map(Array.init) ?? [] : []
            var problems: [String] = []
            if json == nil { problems.append("no JSON") }
            if path != "/v1/chat/completions" { problems.append("path") }
            if messages.map({ $0["role"] as? String }) != ["system", "user"] { problems.append("roles") }
            let types = parts.map { $0["type"] as? String }
            if types != ["text", "image_url"], types != ["text"] { problems.append("parts") }
            if json?["temperature"] as? Int != 0 || json?["max_tokens"] as? Int == nil { problems.append("bounds") }
            if photo.isEmpty, types != ["text"] { problems.append("photo") }
            let schema = (format?["json_schema"] as? [String: Any])?["schema"] as? [String: Any]
            required = schema?["required"] as? [String] ?? []
            if form == "json_schema", required.isEmpty { problems.append("schema") }
            self.problems = problems
        }
    }

    /// An answer of the server.
    package enum Reply: Sendable {
        /// Text of the model.
        case text(String)
        case status(Int, [String: String] = [:])
        /// A body of status 200.
        case raw(String)
        indirect case after(Duration, Reply)
    }

    private struct State {
        /// Computes the answer; the number counts requests from 0.
        var reply: @Sendable (Call, Int) -> Reply = { _, _ in .status(500) }
        var calls: [Call] = []
        /// Number of current requests, and its maximum.
        var now = 0, peak = 0
    }

    private let state = Mutex(State())
    package let port: Int

    private init(port: Int) { self.port = port }

    /// The received requests, in order.
    package var calls: [Call] { state.withLock(\.calls) }

    /// Maximum number of simultaneous requests.
    package var maxAtOnce: Int { state.withLock(\.peak) }

    /// Sets the function that computes answers; the number counts requests from 0.
    package func answer(_ reply: @escaping @Sendable (Call, Int) -> Reply) { state.withLock { $0.reply = reply } }

    /// Runs a server while the body runs.
    package static func with(
        _ reply: @escaping @Sendable (Call, Int) -> Reply, _ body: (ChatPeer) async throws -> Void
    ) async throws {
        let holder = Mutex<ChatPeer?>(nil)
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard let peer = holder.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            let sent = Array(try await request.body.collect(upTo: 1 << 22).readableBytesView)
            let call = Call(path: request.uri.path, authorization: request.headers[.authorization], body: sent)
            let number = peer.state.withLock { state in
                state.calls.append(call)
                state.now += 1
                state.peak = max(state.peak, state.now)
                return state.calls.count - 1
            }
            defer { peer.state.withLock { $0.now -= 1 } }
            return try await Self.response(peer.state.withLock(\.reply)(call, number))
        }
        try await TestServer.with(responder) { port in
            let peer = ChatPeer(port: port)
            peer.answer(reply)
            holder.withLock { $0 = peer }
            try await body(peer)
        }
    }

    private static func response(_ reply: Reply) async throws -> Response {
        switch reply {
        case .after(let pause, let reply):
            try await Task.sleep(for: pause)
            return try await response(reply)
        case .status(let status, let headers):
            var fields = HTTPFields()
            for (name, value) in headers { HTTPField.Name(name).map { fields[$0] = value } }
            return Response(status: .init(code: status), headers: fields)
        case .raw(let text): return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: text)))
        case .text(let text):
            let answer: [String: Any] = [
                "id": "1", "object": "chat.completion",
                "choices": [
                    ["index": 0, "finish_reason": "stop", "message": ["role": "assistant", "content": text]]
                ],
            ]
            let bytes = try JSONSerialization.data(withJSONObject: answer)
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}
