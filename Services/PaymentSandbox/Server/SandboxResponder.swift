import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SandboxBank
import ServiceRuntime
import StripeWire

/// Answers the API's requests, and serves the page where a person pays.
package struct SandboxResponder: HTTPResponder {
    package typealias Context = BasicRequestContext

    private static let maxBodySize = 64 << 10
    private static let pagePath = "/pay/"

    let books: SandboxBooks
    /// The secret key of callers.
    let key: String
    let pageURL: String

    package init(books: SandboxBooks, key: String, pageURL: String) {
        self.books = books
        self.key = key
        self.pageURL = pageURL
    }

    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let path = request.uri.path
        if path == "/health/ready" { return Self.response(.ok, "text/plain", Array("up".utf8)) }
        guard [.get, .post, .delete].contains(request.method) else { return Response(status: .methodNotAllowed) }
        let isPost = request.method == .post
        var text = request.uri.query ?? ""
        if isPost {
            guard let buffer = try? await request.body.collect(upTo: Self.maxBodySize) else {
                return Response(status: .contentTooLarge)
            }
            text = String(buffer: buffer)
        }
        guard let form = StripeForm(encoded: text) else { return Response(status: .badRequest) }
        if path.hasPrefix(Self.pagePath) {
            let name = String(path.dropFirst(Self.pagePath.count))
            return try isPost ? pay(name, form) : show(name, message: nil)
        }
        guard request.headers[.authorization] == "Bearer \(key)" else { return Response(status: .unauthorized) }
        let asked = SandboxRequest(
            isPost: isPost, isDelete: request.method == .delete, path: path, form: form,
            key: HTTPField.Name(StripeAPI.idempotencyHeader).flatMap { request.headers[$0] })
        let pages = pageURL + Self.pagePath
        let answer = try books.with { bank, now in bank.answer(asked, pageURL: pages, at: now) }
        return Self.response(.init(code: answer.status), "application/json", [UInt8](answer.body))
    }

    private func pay(_ name: String, _ form: StripeForm) throws -> Response {
        let card = form["card"] ?? "", confirmed = form["confirmed"].map { $0 == "yes" }
        let outcome = try books.with { bank, now in
            bank.pay(onPage: name, card: card, confirmed: confirmed, at: now)
        }
        switch outcome {
        case .paid:
            let page = try books.with { bank, now in bank.page(name, at: now) }
            return Response(status: .seeOther, headers: [.location: page?.returnURL ?? "/"])
        case .declined(let code):
            return try show(name, message: "Declined: \(code). Take another card.", .unprocessableContent)
        case .asksPerson: return try show(name, message: nil, asksFor: card)
        case .closed: return try show(name, message: nil, .gone)
        }
    }

    private func show(
        _ name: String, message: String?, _ status: HTTPResponse.Status = .ok, asksFor card: String? = nil
    ) throws -> Response {
        guard let page = try books.with({ bank, now in bank.page(name, at: now) }) else {
            return Response(status: .notFound)
        }
        let html = SandboxPage(name: name, view: page, message: message, asksFor: card).html
        return Self.response(status, "text/html; charset=utf-8", Array(html.utf8))
    }

    private static func response(_ status: HTTPResponse.Status, _ type: String, _ body: [UInt8]) -> Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"]
        // The page posts to itself and then redirects to the address that it was opened with.
        headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
