import Crypto
import Foundation
import Hexadecimal
import NIOCore

/// The files of the web client, read once at start and answered from memory.
///
/// Requests are looked up by path in memory and never name a file, so nothing outside the directory is readable.
package struct WebClientFiles: Sendable {
    /// One file, uncompressed and compressed.
    package struct File: Sendable {
        package let mediaType: String
        package let cacheControl: String
        package let plain: Form
        /// The file compressed by the build; nil if that is not smaller.
        package let gzip: Form?
    }

    /// Bytes with their entity tag.
    package struct Form: Sendable {
        package let bytes: ByteBuffer
        /// A strong tag with its quotes.
        package let tag: String

        package init(_ data: Data) {
            bytes = ByteBuffer(bytes: data)
            tag = "\"\(SHA256.hash(data: data).prefix(12).hexadecimal)\""
        }
    }

    /// Why the client cannot be served.
    package enum LoadingError: Error, Equatable, CustomStringConvertible {
        case noPage(String)
        case tooLarge(String)

        package var description: String {
            switch self {
            case .noPage(let path): "WEB_CLIENT_DIRECTORY: there is no index.html in \(path); run deploy/web"
            case .tooLarge(let path): "WEB_CLIENT_DIRECTORY: \(path) holds more than \(maxBytes >> 20) MiB"
            }
        }
    }

    /// Maximum size of all files together, in bytes; the client has about 0.5 MB.
    package static let maxBytes = 16 << 20

    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
        "png": "image/png", "webp": "image/webp", "ico": "image/x-icon", "txt": "text/plain; charset=utf-8",
    ]

    /// The files by path, such as `/main-4KX2QX7J.js`.
    private let files: [String: File]
    /// The page for every navigation.
    package let page: File

    /// Loads every file of a directory; skips symbolic links, hidden files and unknown kinds of files.
    ///
    /// - Throws: `LoadingError`, or an error of the file system.
    package init(directory: URL) throws {
        let root = directory.resolvingSymlinksInPath().standardizedFileURL
        let keys: [URLResourceKey] = [.isRegularFileKey, .isSymbolicLinkKey]
        var contents: [String: Data] = [:], total = 0
        let found = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
        for case let url as URL in found ?? .init() {
            let values = try url.resourceValues(forKeys: Set(keys))
            guard values.isRegularFile == true, values.isSymbolicLink != true else { continue }
            let data = try Data(contentsOf: url)
            total += data.count
            guard total <= Self.maxBytes else { throw LoadingError.tooLarge(directory.path()) }
            contents[String(url.standardizedFileURL.path().dropFirst(root.path().drop(suffix: "/").count))] = data
        }
        var files = contents.reduce(into: [String: File]()) { files, entry in
            let name = entry.key
            guard let type = Self.mediaTypes[URL(filePath: name).pathExtension] else { return }
            files[name] = File(
                mediaType: type, cacheControl: Self.cacheControl(of: name), plain: Form(entry.value),
                gzip: contents["\(name).gz"].map(Form.init))
        }
        guard let page = files["/index.html"] else { throw LoadingError.noPage(directory.path()) }
        // The service worker requests this path with an `Accept` header that does not ask for HTML.
        files["/"] = page
        self.files = files
        self.page = page
    }

    /// The file at a path, or nil.
    package func file(at path: String) -> File? { files[path] }

    /// Hashed names are cached forever, `version.json` never; all others are revalidated.
    private static func cacheControl(of name: String) -> String {
        if name.hasSuffix("/version.json") { return "no-store" }
        return name.contains(#/-[A-Z0-9]{8}\.[a-z0-9]+$/#) ? "public, max-age=31536000, immutable" : "no-cache"
    }
}

extension String {
    fileprivate func drop(suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : Substring(self)
    }
}
