import ArgumentParser
import EventContracts

/// Identifies a dead letter in the whole system, such as `allergen:12`.
struct DeadLetterID: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    /// The service that owns the schema.
    let service: String
    let number: Int64

    init(service: String, number: Int64) {
        self.service = service
        self.number = number
    }

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(parts[1]), Topic.services.contains(String(parts[0])) else {
            return nil
        }
        self.init(service: String(parts[0]), number: number)
    }

    var description: String { "\(service):\(number)" }
}
