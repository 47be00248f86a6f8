extension PostgresConfiguration {
    /// How soon either side detects a vanished peer: probes after 10 s of silence, every 5 s, three times; 20 s for
    /// unacknowledged data.
    private static let keepalives = [
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "20000"),
    ]

    /// The parameters of PQconnectdbParams, in order of precedence.
    func libpqParameters(statementTimeout: Duration?) -> [(key: String, value: String)] {
        var result = parameters.filter { $0.key != "options" }.map { (key: $0.key, value: $0.value) }
        result += Self.keepalives.filter { parameters[$0.0] == nil }.map { (key: $0.0, value: $0.1) }
        result += [
            ("host", host), ("port", "\(port)"), ("user", user), ("dbname", database), ("sslmode", sslmode),
            ("application_name", applicationName), ("client_encoding", "UTF8"),
            ("options", sessionOptions(statementTimeout: statementTimeout)),
        ]
        if let password { result.append(("password", password)) }
        return result
    }

    /// Session settings that make the server end the work and release the locks of a vanished client.
    ///
    /// `client_connection_check_interval` needs PostgreSQL 14 or later.
    private func sessionOptions(statementTimeout: Duration?) -> String {
        var settings = [
            ("tcp_keepalives_idle", "10"), ("tcp_keepalives_interval", "5"), ("tcp_keepalives_count", "3"),
            ("tcp_user_timeout", "20000"), ("idle_in_transaction_session_timeout", "60000"),
            ("client_connection_check_interval", "10000"),
            // JIT compilation takes half a second, and a wrong row estimate is enough to trigger it.
            ("jit", "off"),
        ]
        if let statementTimeout {
            settings.append(("statement_timeout", "\(max(1, Int(statementTimeout / .milliseconds(1))))"))
        }
        if let searchPath { settings.append(("search_path", searchPath)) }
        let own = settings.map { name, value in "-c \(name)=\(Self.escaped(value))" }
        return ([parameters["options"]].compactMap(\.self) + own).joined(separator: " ")
    }

    /// Escapes spaces and backslashes within an option.
    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { $0 += $1 == " " || $1 == "\\" ? "\\\($1)" : "\($1)" }
    }
}
