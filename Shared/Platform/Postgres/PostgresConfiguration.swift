import CLibpq

/// The address of the database, and the sign-in.
package struct PostgresConfiguration: Sendable, Equatable {
    /// A host name, an address, or a directory that begins with `/` for a Unix socket.
    package var host: String
    package var port: Int
    package var user: String
    package var password: String?
    package var database: String
    /// `disable`, `prefer`, `require`, `verify-ca` or `verify-full`, as libpq spells them.
    package var sslmode: String
    /// Timeout of one attempt to connect.
    package var connectTimeout: Duration = .seconds(5)
    /// The name shown in `pg_stat_activity`.
    package var applicationName = "foodmagic"
    /// The schemas searched for names; nil uses the role's default.
    package var searchPath: String?
    /// Further libpq parameters of the URL, such as `sslrootcert`.
    package var parameters: [String: String]

    /// Parses `postgres://user:password@host:port/database?sslmode=…`, as libpq does.
    ///
    /// - Throws: `.configuration` if libpq cannot parse it; the message does not repeat the URL.
    package init(url: String) throws(PostgresError) {
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
            throw PostgresError(.configuration, "the database URL does not begin with postgres://")
        }
        var values = try Self.parse(url)
        host = values.removeValue(forKey: "host") ?? "127.0.0.1"
        user = values.removeValue(forKey: "user") ?? "postgres"
        password = values.removeValue(forKey: "password")
        database = values.removeValue(forKey: "dbname") ?? user
        sslmode = values.removeValue(forKey: "sslmode") ?? "prefer"
        if let name = values.removeValue(forKey: "application_name") { applicationName = name }
        if let text = values.removeValue(forKey: "connect_timeout") {
            guard let seconds = Int(text), seconds > 0 else {
                throw PostgresError(.configuration, "connect_timeout of the database URL is not a number of seconds")
            }
            connectTimeout = .seconds(seconds)
        }
        let port = values.removeValue(forKey: "port") ?? "5432"
        guard let number = Int(port), (1...65_535).contains(number) else {
            throw PostgresError(.configuration, "the port of the database URL is not between 1 and 65535")
        }
        self.port = number
        parameters = values
    }

    private static func parse(_ url: String) throws(PostgresError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            defer { PQfreemem(message) }
            throw PostgresError(
                .configuration, "the database URL does not parse", privateDetails: message.map { String(cString: $0) })
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Address and user; never the password.
    package var description: String { "postgres://\(user)@\(host):\(port)/\(database)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
