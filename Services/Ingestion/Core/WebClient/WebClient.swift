import Foundation
import HTTPTypes
import Hummingbird
import ServiceRuntime

/// Answers requests for the web client on the public port: its files by path, and its page for every navigation.
///
/// Handles only paths without an API route. It needs no token and has no rate limit, since every answer is in memory.
/// Requests are counted separately from those of the API.
package struct WebClient: Sendable {
    private let files: WebClientFiles
    private let counts: [Counter]

    /// The page's security policy; answers of the API keep `default-src 'none'`.
    private static let headers: [(name: String, value: String)] = [
        (
            "content-security-policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; \
            connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
            frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker
            """
        ),
        ("permissions-policy", "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()"),
        ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
        ("vary", "Accept-Encoding"),
    ]

    private static let fields: [(HTTPField.Name, String)] =
        (SecurityHeaders.all.filter { $0.name != "content-security-policy" } + headers).compactMap { header in
            HTTPField.Name(header.name).map { ($0, header.value) }
        }

    package init(files: WebClientFiles, metrics: MetricsRegistry) {
        self.files = files
        counts = (2...4).map { statusClass in
            metrics.counter(
                "foodmagic_gateway_page_requests_total",
                help: "Requests for files of the web client, by class of status.",
                labels: ["status": "\(statusClass)xx"])
        }
    }

    /// The answer to a request for the client.
    ///
    /// - Returns: nil for a request that is not for the client or refers to a missing file.
    package func response(to request: Request) -> Response? {
        guard request.method == .get || request.method == .head, let file = file(for: request) else { return nil }
        let form = AcceptedCodings(request.headers).prefersGzip ? file.gzip ?? file.plain : file.plain
        let isKnown = Self.isKnown(form.tag, request.headers)
        var response = Response(
            status: isKnown ? .notModified : .ok,
            body: isKnown ? ResponseBody() : ResponseBody(byteBuffer: form.bytes))
        for (name, value) in Self.fields { response.headers[name] = value }
        response.headers[.cacheControl] = file.cacheControl
        if file.cacheControl != "no-store" { response.headers[.eTag] = form.tag }
        if !isKnown {
            response.headers[.contentType] = file.mediaType
            if form.tag != file.plain.tag { response.headers[.contentEncoding] = "gzip" }
        }
        counts[response.status.code / 100 - 2].increment()
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func file(for request: Request) -> WebClientFiles.File? {
        let path = request.uri.path
        if let file = files.file(at: path) { return file }
        return Self.isNavigation(to: path, request.headers) ? files.page : nil
    }

    /// Whether a browser requests a page of the client, whose addresses have no dot.
    private static func isNavigation(to path: String, _ headers: HTTPFields) -> Bool {
        let isOfAPI = ["/v1", "/health"].contains { path == $0 || path.hasPrefix("\($0)/") }
        return !isOfAPI && !path.contains(".") && !path.contains("%")
            && headers[values: .accept].contains { $0.lowercased().contains("text/html") }
    }

    /// Whether the client already has these bytes.
    private static func isKnown(_ tag: String, _ headers: HTTPFields) -> Bool {
        for list in headers[values: .ifNoneMatch] {
            let tags = HeaderText.split(list, at: ",")
            if tags.contains("*") || tags.contains(tag) || tags.contains("W/\(tag)") { return true }
        }
        return false
    }
}
