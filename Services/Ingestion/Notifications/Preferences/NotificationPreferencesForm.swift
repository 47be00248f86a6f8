import EventContracts
import IngestionCore
import Outbound
import ServiceRuntime

/// Notification preferences as sent; omitted ones use defaults.
struct NotificationPreferencesForm: Sendable {
    var channels: [String: [String]] = [:]
    var quietHours: QuietSpan?
    var digestAt: String?
    var addresses = NotificationAddresses()

    /// - Parameters:
    ///   - body: The request's body.
    ///   - allowsPlain: Whether addresses may use `http:`, within the configured network.
    /// - Throws: `ProblemDetails` with all faults.
    init(_ body: JSONValue, allowsPlain: Bool) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        channels = Self.channels(&fields)
        if let value = fields.member("quietHours"), value != .null {
            let place = JSONPointer.root.member("quietHours")
            let from = Self.time(value["from"], at: place.member("from"), &fields)
            let to = Self.time(value["to"], at: place.member("to"), &fields)
            if let from, let to {
                if from == to {
                    fields.report(place.member("to"), .init(.duplicate, "must differ from the start time"))
                }
                quietHours = QuietSpan(from: from, to: to)
            }
        }
        if let value = fields.member("digestAt"), value != .null {
            digestAt = Self.time(value, at: JSONPointer.root.member("digestAt"), &fields)
        }
        addresses.ntfy = Self.address("ntfy", &fields, allowsPlain) { $0.topic != nil }
        addresses.chat = Self.address("chat", &fields, allowsPlain) { _ in true }
        addresses.webhook = Self.address("webhook", &fields, allowsPlain) { _ in true }
        try fields.finish()
    }

    private static func channels(_ fields: inout BodyFields) -> [String: [String]] {
        guard let value = fields.member("channels"), value != .null else { return [:] }
        let place = JSONPointer.root.member("channels")
        guard case .object(let members) = value else {
            fields.report(place, .notAnObject)
            return [:]
        }
        var channels: [String: [String]] = [:]
        for member in members {
            let here = place.member(member.name)
            guard NotificationKind(rawValue: member.name) != nil else {
                fields.report(here, .notAChoice(of: NotificationKind.self))
                continue
            }
            guard case .array(let values) = member.value, values.count <= NotificationChannel.allCases.count * 2 else {
                fields.report(here, .init(.wrongType, "must be a list of channels", ["type": "list"]))
                continue
            }
            var chosen: Set<NotificationChannel> = []
            for (index, value) in values.enumerated() {
                guard case .string(let text) = value, let channel = NotificationChannel(rawValue: text) else {
                    fields.report(here.element(index), .notAChoice(of: NotificationChannel.self))
                    continue
                }
                chosen.insert(channel)
            }
            channels[member.name] = chosen.sorted().map(\.rawValue)
        }
        return channels
    }

    private static func time(_ value: JSONValue?, at place: JSONPointer, _ fields: inout BodyFields) -> String? {
        guard case .string(let text)? = value, TimeOfDay(text) != nil else {
            fields.report(place, .init(.notATime, "must be a time from 00:00 to 23:59"))
            return nil
        }
        return text
    }

    private static func address(
        _ name: String, _ fields: inout BodyFields, _ allowsPlain: Bool, _ isRight: (TargetURL) -> Bool
    ) -> String? {
        guard let text = fields.optionalText(name, length: 1...TargetURL.maxLength) else { return nil }
        guard let url = TargetURL(text, allowsPlain: allowsPlain), isRight(url) else {
            fields.report(
                name,
                .init(
                    .notAURL, name == "ntfy" ? "must be the https URL of a topic" : "must be an https URL"))
            return nil
        }
        return text
    }
}
