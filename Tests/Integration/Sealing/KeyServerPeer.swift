import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import KeyServer
import NIOCore
import Synchronization
import TestPeers
import TestSupport

/// A key server on loopback, whose answers and delays a test sets.
final class KeyServerPeer: Sendable {
    private struct State {
        var keys: [String: SymmetricKey] = [:]
        var status: Int?
        var failures = 0
        var calls = 0
        var strangers = 0
    }

    static let token = "letmein"

    private let state = Mutex(State())
    let port: Int

    private init(port: Int) { self.port = port }

    /// Number of requests.
    var calls: Int { state.withLock(\.calls) }
    /// Number of requests without the token.
    var strangers: Int { state.withLock(\.strangers) }

    /// Adds a new key.
    func add(_ id: String) { state.withLock { $0.keys[id] = SymmetricKey(size: .bits256) } }
    /// Removes the key.
    func retire(_ id: String) { state.withLock { $0.keys[id] = nil } }
    /// Answers every request with a status; nil ends that.
    func answerAll(_ status: Int?) { state.withLock { $0.status = status } }
    /// Answers the next requests with 503.
    func fail(_ count: Int) { state.withLock { $0.failures = count } }

    /// A client of this server.
    func server(token: String = token) -> KeyServer {
        var settings = KeyServer.Settings(url: "http://127.0.0.1:\(port)/v1", token: token)
        // Longer than any pause of a busy machine, so that only responses count as failures.
        settings.timeout = .seconds(30)
        return KeyServer(settings)
    }

    /// Runs a server while the body runs.
    static func with(_ body: (KeyServerPeer) async throws -> Void) async throws {
        let holder = Mutex<KeyServerPeer?>(nil)
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard let peer = holder.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            let sent = Data(buffer: try await request.body.collect(upTo: 1 << 16))
            let (status, answer) = peer.answer(request.uri.path, request.headers[.authorization], sent)
            return Response(
                status: .init(code: status), body: ResponseBody(byteBuffer: ByteBuffer(bytes: [UInt8](answer))))
        }
        try await TestServer.with(responder) { port in
            let peer = KeyServerPeer(port: port)
            holder.withLock { $0 = peer }
            try await body(peer)
        }
    }

    private func answer(_ path: String, _ authorization: String?, _ body: Data) -> (Int, Data) {
        let (key, status) = state.withLock { state -> (SymmetricKey?, Int?) in
            state.calls += 1
            if state.failures > 0 {
                state.failures -= 1
                return (nil, 503)
            }
            guard authorization == "Bearer \(Self.token)" else {
                state.strangers += 1
                return (nil, 401)
            }
            let parts = path.split(separator: "/").map(String.init)
            return (parts.count == 4 ? state.keys[parts[2]] : nil, state.status)
        }
        if let status { return (status, Data()) }
        guard let key, let sent = try? JSONDecoder().decode([String: Data].self, from: body),
            let associated = sent["associatedData"]
        else { return (404, Data()) }
        var answer: [String: Data] = [:]
        if path.hasSuffix("/unwrap"), let wrapped = sent["wrapped"] {
            guard let box = try? AES.GCM.SealedBox(combined: wrapped),
                let plaintext = try? AES.GCM.open(box, using: key, authenticating: associated)
            else { return (422, Data()) }
            answer["plaintext"] = plaintext
        } else if path.hasSuffix("/wrap"), let plaintext = sent["plaintext"] {
            answer["wrapped"] = try? AES.GCM.seal(plaintext, using: key, authenticating: associated).combined
        }
        return (200, (try? JSONEncoder().encode(answer)) ?? Data())
    }
}

extension Data {
    fileprivate init(buffer: ByteBuffer) { self.init(buffer.readableBytesView) }
}
