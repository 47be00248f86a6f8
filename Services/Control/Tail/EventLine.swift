import EventContracts
import Foundation
import Hexadecimal
import Kafka

/// Formats an event as one line of text or one JSON object.
struct EventLine {
    let paint: Paint

    private static let clock: Date.VerbatimFormatStyle = .init(
        format: """
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits).\(secondFraction: .fractional(3))
            """,
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// Time (UTC), topic and offset, type, key, subject, sequence number, status and data; ids are shortened to the
    /// length that filters accept.
    func text(_ view: EventView, data: JSONText?) -> String {
        var parts = [
            paint(view.time?.formatted(Self.clock) ?? "--:--:--.---", .dim),
            paint("\(view.place.topic)[\(view.place.partition)]@\(view.offset)", .dim), paint(view.shortType, .bold),
            "key \(Self.short(view.key))",
        ]
        if let attributes = view.attributes {
            if let subject = attributes.subject, subject != view.key { parts.append("subject \(Self.short(subject))") }
            if attributes.sequence > 0 { parts.append("#\(attributes.sequence)") }
            if attributes.isSnapshot { parts.append(paint("snapshot", .cyan)) }
            if let status = attributes.operationStatus { parts.append(paint(status.rawValue, Self.style(of: status))) }
        }
        if let fault = view.fault { parts.append(paint(fault, .red)) }
        for (name, value) in view.otherHeaders { parts.append("\(name)=\(DisplayWidth.cut(value, to: 60))") }
        parts.append(data?.line ?? paint("\(Figures.bytes(view.size)), not JSON", .red))
        return parts.joined(separator: "  ")
    }

    /// The event as one JSON object, with complete ids.
    func json(_ view: EventView, data: JSONText?) -> String {
        var object: [String: Any] = [
            "topic": view.place.topic, "partition": Int(view.place.partition), "offset": view.offset, "key": view.key,
        ]
        object["time"] = view.time.map(EventTime.format)
        object["type"] = view.type?.name
        object["fault"] = view.fault
        object["data"] = data?.value
        if let attributes = view.attributes {
            object["id"] = attributes.id.text
            object["subject"] = attributes.subject
            object["correlation"] = attributes.correlationID.text
            object["causation"] = attributes.causationID?.text
            object["operation"] = attributes.operationID?.description
            object["status"] = attributes.operationStatus?.rawValue
            object["snapshot"] = attributes.isSnapshot ? true : nil
            object["epoch"] = attributes.epoch
            if attributes.sequence > 0 {
                object["sequence"] = attributes.sequence
                object["first"] = attributes.first
            }
        }
        if !view.otherHeaders.isEmpty {
            object["headers"] = Dictionary(view.otherHeaders.map { ($0.name, $0.value) }) { first, _ in first }
        }
        return JSONText(object: object).line
    }

    /// The beginning of an id that is a UUID; any other text unchanged.
    static func short(_ id: String) -> String {
        UUID(text: id) == nil ? DisplayWidth.cut(id, to: 40) : String(id.prefix(EventFilter.minPrefixLength))
    }

    private static func style(of status: OperationStatus) -> Paint.Style {
        switch status {
        case .succeeded: .green
        case .rejected: .yellow
        case .failed: .red
        }
    }
}
