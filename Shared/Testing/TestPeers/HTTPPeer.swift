import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A server that records requests and gives answers set by a test.
package final class HTTPPeer: Sendable {
    /// One request.
    package struct Call: Sendable {
        package let path: String
        package let headers: HTTPFields
        package let body: [UInt8]

        package subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    private struct State {
        var calls: [Call] = []
        var status = 201
        var headers: [String: String] = [:]
        var statuses: [String: Int] = [:]
    }

    private let state = Mutex(State())
    package let port: Int

    private init(port: Int) { self.port = port }

    /// The received requests, in order.
    package var calls: [Call] { state.withLock(\.calls) }

    /// Sets the answer to all requests.
    package func answer(_ status: Int, _ headers: [String: String] = [:]) {
        state.withLock {
            $0.status = status
            $0.headers = headers
        }
    }

    /// Sets the answer to requests for one path.
    package func answer(_ status: Int, on path: String) { state.withLock { $0.statuses[path] = status } }

    /// Runs a server while the body runs.
    package static func with(_ body: (HTTPPeer) async throws -> Void) async throws {
        let holder = Mutex<HTTPPeer?>(nil)
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard let peer = holder.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            let sent = Array(try await request.body.collect(upTo: 1 << 20).readableBytesView)
            return peer.state.withLock { state in
                state.calls.append(Call(path: request.uri.path, headers: request.headers, body: sent))
                var fields = HTTPFields()
                for (name, value) in state.headers { HTTPField.Name(name).map { fields[$0] = value } }
                let status = state.statuses[request.uri.path] ?? state.status
                return Response(status: .init(code: status), headers: fields)
            }
        }
        try await TestServer.with(responder) { port in
            let peer = HTTPPeer(port: port)
            holder.withLock { $0 = peer }
            try await body(peer)
        }
    }
}
