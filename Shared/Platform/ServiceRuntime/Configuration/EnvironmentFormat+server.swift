import Foundation

/// Formats for the address and the secret of another system's server.
extension EnvironmentFormat<String> {
    /// An address without a trailing slash; `http:` is allowed for this machine only, since a token is sent to it.
    package static var serverURL: Self {
        Self("an https URL without a slash at its end; http on this machine alone", placeholder: "") { _, text in
            guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
                parts.scheme == "https"
                    || parts.scheme == "http" && ["127.0.0.1", "localhost", "[::1]"].contains(host),
                !text.hasSuffix("/"), parts.query == nil, parts.fragment == nil, parts.user == nil
            else { return nil }
            return text
        }
    }

    /// An address of the operator's own network without a trailing slash; nothing secret is sent to it.
    package static var collectorURL: Self {
        Self("an http or https URL without a slash at its end", placeholder: "") { _, text in
            guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
                ["http", "https"].contains(parts.scheme), !text.hasSuffix("/"), parts.query == nil,
                parts.fragment == nil, parts.user == nil
            else { return nil }
            return text
        }
    }

    /// A model's name at a server; it becomes part of events and metrics.
    package static var modelName: Self {
        Self("1 to 64 visible characters of ASCII, without quotes", placeholder: "") { _, text in
            let isPlain = text.utf8.allSatisfy { (0x21..<0x7f).contains($0) && !"\"\\".utf8.contains($0) }
            return (1...64).contains(text.utf8.count) && isPlain ? text : nil
        }
    }

    /// A token that is valid in an `Authorization` header.
    package static var bearerToken: Self {
        Self("visible characters of ASCII", placeholder: "") { _, text in
            text.utf8.allSatisfy { (0x21..<0x7f).contains($0) } ? text : nil
        }
    }
}
