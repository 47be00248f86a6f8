import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Web client files") struct WebClientTests {
    private static let page = "<!doctype html><title>Food Magic</title>"
    private static let script = "console.log(1)"
    private static let navigation = ["accept": "text/html,application/xhtml+xml"]

    /// The text "packed", compressed: it differs from the script, so that a test sees which of the two was sent.
    private static let packed = "H4sIAAAAAAACAytITM5OTQEAELT2IQYAAAA="

    /// Runs a gateway with a small client: a page, a hashed script with its compressed copy, and files that must not be
    /// served.
    private func withClient(_ body: @escaping @Sendable (TestGateway) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let client = directory.appending(path: "client", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: client, withIntermediateDirectories: true)
            let files = [
                "index.html": Self.page, "main-4KX2QX7J.js": Self.script,
                "version.json": #"{"build":"1"}"#, "notes.secret": "not served", ".hidden.js": "not served",
                "manifest.webmanifest": "{}",
            ]
            for (name, text) in files {
                try Data(text.utf8).write(to: client.appending(path: name))
            }
            try #require(Data(base64Encoded: Self.packed)).write(to: client.appending(path: "main-4KX2QX7J.js.gz"))
            let outside = directory.appending(path: "outside.js")
            try Data("not served".utf8).write(to: outside)
            let link = client.appending(path: "link.js")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
            try await TestGateway.with {
                $0.webClientDirectory = client
            } _: {
                try await body($0)
            }
        }
    }

    @Test("static route: the page has its own security headers")
    func headers() async throws {
        try await withClient { gateway in
            let page = try await gateway.client.get("/", headers: Self.navigation)
            #expect(page.status == 200 && page.text == Self.page)
            #expect(page.header("content-type") == "text/html; charset=utf-8")
            #expect(page.header("cache-control") == "no-cache")
            let policy = try #require(page.header("content-security-policy"))
            #expect(policy.contains("script-src 'self';") && policy.contains("require-trusted-types-for 'script'"))
            #expect(!policy.contains("unsafe"))
            #expect(page.header("permissions-policy")?.hasPrefix("camera=(self)") == true)
            #expect(page.header("x-content-type-options") == "nosniff")
            #expect(page.header("strict-transport-security") != nil)
            let fetched = try await gateway.client.get("/", headers: ["accept": "*/*"])
            #expect(fetched.status == 200 && fetched.text == Self.page)
            let terms = try await gateway.client.get("/v1/terms")
            #expect(terms.header("content-security-policy") == "default-src 'none'; frame-ancestors 'none'")
        }
    }

    @Test("static route: hashed files are immutable, the version is not cached")
    func caching() async throws {
        try await withClient { gateway in
            let script = try await gateway.client.get("/main-4KX2QX7J.js", headers: ["accept-encoding": "identity"])
            #expect(script.status == 200 && script.text == Self.script)
            #expect(script.header("cache-control") == "public, max-age=31536000, immutable")
            #expect(script.header("content-type") == "text/javascript; charset=utf-8")
            #expect(try await gateway.client.get("/version.json").header("cache-control") == "no-store")
            let manifest = try await gateway.client.get("/manifest.webmanifest")
            #expect(manifest.header("content-type") == "application/manifest+json")
            let tag = try #require(manifest.header("etag"))
            let known = try await gateway.client.get(
                "/manifest.webmanifest", headers: ["if-none-match": "\"x\", \(tag)"])
            #expect(known.status == 304 && known.body.isEmpty && known.header("etag") == tag)
        }
    }

    @Test(
        "static route: the compressed copy is sent to clients that accept it",
        arguments: [
            ("gzip, deflate, br", true), ("*", true), ("br;q=1, gzip;q=0.5", true), ("", false), ("br", false),
            ("gzip;q=0", false), ("gzip; q=0.000", false),
        ])
    func compression(accepted: String, isCompressed: Bool) async throws {
        try await withClient { gateway in
            let answer = try await gateway.client.get("/main-4KX2QX7J.js", headers: ["accept-encoding": accepted])
            #expect(answer.header("content-encoding") == (isCompressed ? "gzip" : nil))
            #expect(answer.text == (isCompressed ? "packed" : Self.script))
            #expect(answer.header("vary") == "Accept-Encoding")
        }
    }

    @Test("static route: client paths return the page, other paths stay 404")
    func fallback() async throws {
        try await withClient { gateway in
            for path in ["/allergens", "/scans/4b4c6b6e-1a2b-4c3d-8e9f-001122334455", "/plan/return?checkout=1"] {
                let answer = try await gateway.client.get(path, headers: Self.navigation)
                #expect(answer.status == 200 && answer.text == Self.page, "\(path)")
            }
            for path in [
                "/v1/nothing", "/v1", "/health/nothing", "/missing.js", "/notes.secret", "/.hidden.js", "/link.js",
            ] {
                let answer = try await gateway.client.get(path, headers: Self.navigation)
                #expect(answer.status == 404 && answer.problem == "not-found", "\(path)")
            }
            #expect(try await gateway.client.get("/allergens", headers: ["accept": "application/json"]).status == 404)
            #expect(try await gateway.client.send("POST", "/allergens", headers: Self.navigation).status == 404)
        }
    }

    @Test(
        "static route: no path leaves the directory",
        arguments: [
            "/../outside.js", "/%2e%2e/outside.js", "/..%2foutside.js", "//outside.js", "/client/../../outside.js",
            "/main-4KX2QX7J.js.gz",
        ])
    func traversal(path: String) async throws {
        try await withClient { gateway in
            let answer = try await gateway.client.get(path, headers: Self.navigation)
            #expect(answer.status == 404)
        }
    }

    @Test("static route: HEAD has the headers of GET and no body")
    func head() async throws {
        try await withClient { gateway in
            let get = try await gateway.client.get("/", headers: Self.navigation)
            let head = try await gateway.client.send("HEAD", "/", headers: Self.navigation)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.header("content-length") == get.header("content-length"))
            #expect(head.header("etag") == get.header("etag"))
        }
    }

    @Test("static route: absent without a client directory")
    func noClient() async throws {
        try await TestGateway.with { gateway in
            let answer = try await gateway.client.get("/", headers: Self.navigation)
            #expect(answer.status == 404)
        }
    }

    @Test("static route: a directory without a page stops the start")
    func noPage() async throws {
        try await withTemporaryDirectory { directory in
            _ = #expect(throws: WebClientFiles.LoadingError.noPage(directory.path())) {
                try WebClientFiles(directory: directory)
            }
        }
    }
}
