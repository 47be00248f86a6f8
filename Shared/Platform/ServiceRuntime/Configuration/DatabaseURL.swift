import Foundation

/// A PostgreSQL connection URL, parsed as libpq does.
///
/// This differs from other URLs: the user ends with the first `@`, there may be several hosts, the query may name
/// further ones, and `#` has no meaning.
struct DatabaseURL: Sendable, Equatable {
    /// All servers that a connection may use: names, addresses, and directories of sockets.
    let hosts: [String]
    let user: String?
    let password: String?
    /// Query parameters; the last of repeated ones counts.
    let parameters: [String: String]

    /// Nil for a URL that libpq refuses, for one without a database, and for one whose server only a service file
    /// names.
    init?(_ text: String) {
        guard let scheme = ["postgres://", "postgresql://"].first(where: { text.hasPrefix($0) }) else { return nil }
        var rest = text.dropFirst(scheme.count)
        var credentials: [String?] = []
        if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
            let parts = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            credentials = parts.map { $0.removingPercentEncoding }
            rest = rest[end...].dropFirst()
        }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard !credentials.contains(nil), let named = Self.hosts(rest[..<end]), rest[end...].first == "/" else {
            return nil
        }
        let path = rest[end...].dropFirst().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let database = path.first?.removingPercentEncoding, !database.isEmpty,
            let parameters = Self.parameters(path.dropFirst().first ?? ""),
            parameters["service"] == nil, parameters["servicefile"] == nil
        else { return nil }
        let further = ["host", "hostaddr"].flatMap { parameters[$0]?.split(separator: ",").map(String.init) ?? [] }
        hosts = named + further
        user = parameters["user"] ?? credentials.first.flatMap(\.self)
        password = parameters["password"] ?? credentials.dropFirst().first.flatMap(\.self)
        self.parameters = parameters
    }

    /// Whether all possible servers are on this machine; a URL without a host means this one.
    var isOnThisMachine: Bool { hosts.allSatisfy { $0.hasPrefix("/") || ThisMachine.isCalled($0) } }

    /// `host`, `host:port` or `[address]:port`, separated by commas.
    private static func hosts(_ text: Substring) -> [String]? {
        guard !text.isEmpty else { return [] }
        var hosts: [String] = []
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let match = entry.wholeMatch(of: /(?:\[(?<address>[^\[\]]+)\]|(?<host>[^:@#\[\]]*))(?::[0-9]*)?/),
                let host = (match.address ?? match.host)?.removingPercentEncoding
            else { return nil }
            if !host.isEmpty { hosts.append(host) }
        }
        return hosts
    }

    private static func parameters(_ query: Substring) -> [String: String]? {
        var parameters: [String: String] = [:]
        for entry in query.split(separator: "&") {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map { $0.removingPercentEncoding }
            guard parts.count == 2, let name = parts[0], let value = parts[1] else { return nil }
            parameters[name] = value
        }
        return parameters
    }
}

/// The machine that this process runs on.
enum ThisMachine {
    /// Whether a host name or address refers to this machine.
    static func isCalled(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
    }
}

extension EnvironmentFormat<String> {
    /// A connection URL of PostgreSQL.
    package static var databaseURL: Self {
        Self("a URL like postgres://role:password@host:port/database, without a service file", placeholder: "") {
            _, text in DatabaseURL(text) == nil ? nil : text
        }
    }
}
