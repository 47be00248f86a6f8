import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport

/// A server that speaks the part of the chat-completions protocol that `vision` uses, over a real socket, and says what a test
/// tells it to.
final class ChatPeer: Sendable {
    /// One question.
    struct Call: Sendable {
        let path: String
        let authorization: String?
        let body: [UInt8]
        let model: String
        /// `json_schema`, `json_object`, or nil of words alone.
        let form: String?
        let system: String
        let task: String
        let photo: [UInt8]
        /// What is not as the protocol has it.
        let problems: [String]

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
            if parts.map({ $0["type"] as? String }) != ["text", "image_url"] { problems.append("parts") }
            if json?["temperature"] as? Int != 0 || json?["max_tokens"] as? Int == nil { problems.append("bounds") }
            if photo.isEmpty { problems.append("photo") }
            let schema = (format?["json_schema"] as? [String: Any])?["schema"] as? [String: Any]
            if form == "json_schema", schema?["required"] as? [String] != ["items", "scale_cue"] {
                problems.append("schema")
            }
            self.problems = problems
        }
    }

    /// What it answers.
    enum Reply: Sendable {
        /// The model's text.
        case text(String)
        case status(Int, [String: String] = [:])
        /// A body of status 200.
        case raw(String)
        indirect case after(Duration, Reply)
    }

    private struct State {
        /// What it answers; the number counts the questions from 0.
        var reply: @Sendable (Call, Int) -> Reply = { _, _ in .status(500) }
        var calls: [Call] = []
        /// Questions under way, and the most there were.
        var now = 0, most = 0
    }

    private let state = Mutex(State())
    let port: Int

    private init(port: Int) { self.port = port }

    /// What it was asked, in order.
    var calls: [Call] { state.withLock(\.calls) }

    /// Most questions at once.
    var mostAtOnce: Int { state.withLock(\.most) }

    /// From now on it answers by this; the number counts the questions from 0.
    func answer(_ reply: @escaping @Sendable (Call, Int) -> Reply) { state.withLock { $0.reply = reply } }

    /// Runs a server for the time of a body.
    static func with(
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
                state.most = max(state.most, state.now)
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

/// Answers as a model writes them.
enum ChatMeal {
    static func json(_ items: String...) -> String {
        #"{"scale_cue":"the plate","items":[\#(items.joined(separator: ","))]}"#
    }

    static func item(
        _ name: String, label: String? = nil, box: String = "[0.1,0.1,0.4,0.4]", grams: String = "200",
        low: String = "150", high: String = "260", confidence: String = "0.8"
    ) -> String {
        let label = label.map { "\"\($0)\"" } ?? "null"
        return """
            {"name":\(quoted(name)),"label_id":\(label),"box":\(box),"mass_g":\(grams),"mass_low_g":\(low),\
            "mass_high_g":\(high),"confidence":\(confidence),"state":"cooked"}
            """
    }

    private static func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
