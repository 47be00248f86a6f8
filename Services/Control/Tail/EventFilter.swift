import EventContracts
import Foundation

/// Selects events; all given conditions must match.
struct EventFilter: Sendable, Equatable {
    /// Account, resource and correlation: a complete id, or at least its first `minPrefixLength` characters.
    var account: String?
    var resource: String?
    var correlation: String?
    var types: [String] = []

    /// Minimum number of characters of an id, as shortened in tables.
    static let minPrefixLength = 8

    /// - Throws: `ControlFailure.usage` if an id is too short.
    init(account: String?, resource: String?, correlation: String?, types: [String]) throws(ControlFailure) {
        for (name, text) in [("--account", account), ("--resource", resource), ("--correlation", correlation)] {
            if let text, text.utf8.count < Self.minPrefixLength {
                throw .usage("\(name) must be an id or at least its first \(Self.minPrefixLength) characters")
            }
        }
        self.account = account?.lowercased()
        self.resource = resource?.lowercased()
        self.correlation = correlation?.lowercased()
        self.types = types
    }

    func admits(_ view: EventView) -> Bool {
        guard Self.begins(view.key, account) else { return false }
        guard resource == nil || Self.begins(view.attributes?.resource, resource) else { return false }
        if let correlation {
            guard Self.begins(view.attributes?.correlationID.uuidString, correlation) else { return false }
        }
        guard !types.isEmpty else { return true }
        guard let type = view.type else { return false }
        return types.contains { TypeName.matches($0, type) }
    }

    private static func begins(_ text: String?, _ prefix: String?) -> Bool {
        guard let prefix else { return true }
        return text?.lowercased().hasPrefix(prefix) ?? false
    }
}

extension EventFilter: CustomStringConvertible {
    /// The conditions as text for the audit log.
    var description: String {
        let conditions = [("account", account), ("resource", resource), ("correlation", correlation)]
            .compactMap { name, text in text.map { "\(name) \($0)" } }
        return (conditions + types.map { "type \($0)" }).joined(separator: ", ")
    }
}
