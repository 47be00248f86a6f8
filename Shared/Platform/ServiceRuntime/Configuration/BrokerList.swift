/// The configured list of brokers, parsed as librdkafka parses it.
///
/// Each entry is `host`, `host:port` or `[address]:port`, optionally with its listener's protocol in front
/// (`SASL_SSL://host:port`); spaces around an entry are ignored.
struct BrokerList: Sendable, Equatable {
    /// Addresses without protocol and spaces; at least one.
    let addresses: [String]
    /// Hosts of the addresses; IPv6 addresses without brackets.
    let hosts: [String]
    /// The protocols before `://`, in lower case; empty if no entry has one.
    let protocols: Set<String>

    /// Nil if the text contains no broker or an invalid entry.
    init?(_ text: String) {
        var addresses: [String] = []
        var hosts: [String] = []
        var protocols: Set<String> = []
        let broker =
            #/
            \s* (?: (?<listener> [A-Za-z_]+ ) :// )?
            (?<host> [A-Za-z0-9._\-]+ | \[ [0-9A-Fa-f:.]+ \] ) (?: : (?<port> [0-9]{1,5} ) )? \s*
            /#
        for entry in text.split(separator: ",") {
            guard let match = entry.wholeMatch(of: broker) else { return nil }
            if let port = match.port {
                guard let number = Int(port), (1...65_535).contains(number) else { return nil }
                addresses.append("\(match.host):\(number)")
            } else {
                addresses.append(String(match.host))
            }
            hosts.append(match.host.filter { $0 != "[" && $0 != "]" })
            if let listener = match.listener { protocols.insert(listener.lowercased()) }
        }
        guard !addresses.isEmpty else { return nil }
        self.addresses = addresses
        self.hosts = hosts
        self.protocols = protocols
    }

    /// Whether every broker is on this machine.
    var isOnThisMachine: Bool { hosts.allSatisfy { ThisMachine.isCalled($0) } }
}

extension EnvironmentFormat<BrokerList?> {
    /// A list of brokers; nil only after a recorded problem.
    static var brokers: Self {
        Self("a list of host:port, separated by commas", placeholder: nil) { _, text in
            BrokerList(text).map { .some($0) }
        }
    }
}
