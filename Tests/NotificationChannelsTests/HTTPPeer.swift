import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport

/// A server that keeps what it is sent and answers what it is told to.
final class HTTPPeer: Sendable {
    /// One request.
    struct Call: Sendable {
        let path: String
        let headers: HTTPFields
        let body: [UInt8]

        subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    private let state = Mutex<(calls: [Call], status: Int, headers: [String: String])>(([], 201, [:]))
    let port: Int

    private init(port: Int) { self.port = port }

    var calls: [Call] { state.withLock(\.calls) }

    /// From now on it answers this.
    func answer(_ status: Int, _ headers: [String: String] = [:]) {
        state.withLock {
            $0.status = status
            $0.headers = headers
        }
    }

    /// Runs a server for the time of a body.
    static func with(_ body: (HTTPPeer) async throws -> Void) async throws {
        let holder = Mutex<HTTPPeer?>(nil)
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard let peer = holder.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            let sent = Array(try await request.body.collect(upTo: 1 << 20).readableBytesView)
            return peer.state.withLock { state in
                state.calls.append(Call(path: request.uri.path, headers: request.headers, body: sent))
                var fields = HTTPFields()
                for (name, value) in state.headers { HTTPField.Name(name).map { fields[$0] = value } }
                return Response(status: .init(code: state.status), headers: fields)
            }
        }
        try await TestServer.with(responder) { port in
            let peer = HTTPPeer(port: port)
            holder.withLock { $0 = peer }
            try await body(peer)
        }
    }
}
