/// One row of the fault table: a fault, its protection, and the check that the protection works.
package struct Row: Sendable {
    /// Its number in the table.
    package let number: Int
    package let name: String
    /// The fault, in words.
    package let fault: String
    /// The protection; without it the row has to fail.
    package let protection: Protection
    /// Settings by which an operator limits the fault.
    package var settings: [String: String] = [:]
    /// Expected findings of a deliberate fault, by name.
    package var allowed: Set<String> = []
    /// Share of responses lost by the network between clients and gateway; 0 for a direct connection.
    package var losesAnswers = 0.0
    /// Whether `billing` runs as well, with a faulty payment provider.
    package var sells = false
    /// Whether it starts with the services of another build (`Bench.other`).
    package var mixesReleases = false
    /// Whether clients reach the gateway through a balancer (`Bench.front`).
    package var balances = false
    /// Whether the database has a replica (`Bench.standby`).
    package var replicates = false
    /// The kind of brokers that it needs.
    package var needs = Brokers.any
    /// Size of the database's own disk; nil if it shares one.
    package var diskMegabytes: Int?
    /// The steps during the load.
    package let during: @Sendable (Bench) async throws -> Void
    /// The steps once the system is idle.
    package var afterwards: @Sendable (Bench) async throws -> Void = { _ in }

    package init(
        _ number: Int, _ name: String, fault: String, protection: Protection, settings: [String: String] = [:],
        allowed: Set<String> = [], losesAnswers: Double = 0, sells: Bool = false, mixesReleases: Bool = false,
        balances: Bool = false, replicates: Bool = false, needs: Brokers = .any, diskMegabytes: Int? = nil,
        during: @escaping @Sendable (Bench) async throws -> Void,
        afterwards: @escaping @Sendable (Bench) async throws -> Void = { _ in }
    ) {
        self.number = number
        self.name = name
        self.fault = fault
        self.protection = protection
        self.settings = settings
        self.allowed = allowed
        self.losesAnswers = losesAnswers
        self.sells = sells
        self.mixesReleases = mixesReleases
        self.balances = balances
        self.replicates = replicates
        self.needs = needs
        self.diskMegabytes = diskMegabytes
        self.during = during
        self.afterwards = afterwards
    }

    /// Whether the row leaves the database server unusable for the next row.
    package var needsOwnServer: Bool { replicates || diskMegabytes != nil }

    /// Brokers that a row can be run with.
    package enum Brokers: Sendable {
        case any
        /// Brokers that the bench can kill and start: a dev broker, or named ones with a control program.
        case stoppable
        /// Three named brokers with a control program.
        case cluster
    }

    /// A protection that a negative control can switch off.
    package struct Protection: Sendable {
        package let name: String
        /// The services' settings that switch the protection off.
        package var environment: [String: String] = [:]
        /// Whether clients keep the idempotency key of a repeated request.
        package var keepsKeys = true

        /// Messaging's protections, by their names in `PROTECTIONS_OFF`.
        package static func messaging(_ names: String, _ description: String) -> Protection {
            Protection(name: description, environment: ["PROTECTIONS_OFF": names])
        }

        /// A setting of the services.
        package static func setting(_ key: String, _ value: String, _ description: String) -> Protection {
            Protection(name: description, environment: [key: value])
        }

        /// Idempotency keys.
        package static let keys = Protection(name: "idempotency keys", keepsKeys: false)

        /// A protection that the row itself switches off, by `isProtected`.
        package static func own(_ description: String) -> Protection { Protection(name: description) }
    }

    /// All rows, by number.
    package static let all =
        (crashes + brokers + databases + repetitions + events + people + photos + scarcity + losses + erasures
        + payments + clocks + doors + releases + clusters + failovers + balancing)
        .sorted { $0.number < $1.number }
}
