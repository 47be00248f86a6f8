import EventContracts
import Foundation
import Kafka

/// A record as shown to an operator: an event, or the raw record if its headers are invalid.
struct EventView {
    let place: TopicPartition
    let offset: Int64
    /// When the event was recorded; for a record that is not an event, the broker's timestamp.
    let time: Date?
    let key: String
    /// Nil for a record that is not an event.
    let attributes: EventAttributes?
    /// The full type name; nil without one.
    let type: EventType?
    /// The invalid header; nil for a readable event.
    let fault: String?
    /// Headers beyond those of an event, such as those of a dead-letter copy.
    let otherHeaders: [(name: String, value: String)]
    /// The data; nil if it is not JSON.
    let data: JSONText?
    let size: Int

    init(_ record: KafkaRecord) {
        place = record.topicPartition
        offset = record.offset
        key = record.key.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let headers = record.headers.map { (name: $0.name, value: $0.value) }
        var attributes: EventAttributes?, fault: String?
        do {
            attributes = try EventHeaders.decode(headers, key: key)
        } catch {
            fault = error.description
        }
        self.attributes = attributes
        self.fault = fault
        type = EventHeaders.type(in: headers)
        let received = record.timestamp > 0 ? Date(timeIntervalSince1970: Double(record.timestamp) / 1_000) : nil
        time = attributes?.time ?? received
        let own = Set(EventHeaders.Name.all)
        otherHeaders = headers.filter { !own.contains($0.name) }
            .map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }
        data = record.value.flatMap { JSONText($0) }
        size = record.value?.count ?? 0
    }

    /// The type without project, service and version, such as `scan-assessed`.
    var shortType: String { type.map(TypeName.short) ?? "(no type)" }
}

/// Event type names in the forms that operators type.
enum TypeName {
    /// `foodmagic.allergen.scan-assessed.v1` → `scan-assessed`.
    static func short(_ type: EventType) -> String {
        let parts = type.name.split(separator: ".")
        guard parts.count >= 4, parts.last?.first == "v" else { return type.name }
        return String(parts[parts.count - 2])
    }

    /// Whether a text names the type: in full, in short, or as the Swift type such as `ScanAssessed`.
    static func matches(_ text: String, _ type: EventType) -> Bool {
        func plain(_ text: String) -> String { text.lowercased().replacing("-", with: "") }
        return plain(text) == plain(type.name) || plain(text) == plain(short(type))
    }
}

/// A JSON value of any form.
struct JSONText {
    /// The decoded value, in the types of `JSONSerialization`.
    private(set) var value: Any

    /// A value in the types of `JSONSerialization`.
    init(object: [String: Any]) {
        value = object
    }

    /// nil if the bytes are not JSON.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed]) else {
            return nil
        }
        self.value = value
    }

    /// The text at a path of field names.
    func text(at path: [String]) -> String? {
        var value: Any? = value
        for name in path { value = (value as? [String: Any])?[name] }
        return value as? String
    }

    /// Replaces the value at an existing path.
    mutating func replace(at path: [String], with replacement: Any) {
        value = Self.replacing(value, path[...], replacement)
    }

    private static func replacing(_ value: Any, _ path: ArraySlice<String>, _ replacement: Any) -> Any {
        guard let name = path.first else { return replacement }
        guard var object = value as? [String: Any], let inner = object[name] else { return value }
        object[name] = replacing(inner, path.dropFirst(), replacement)
        return object
    }

    /// The value as one line, keys sorted.
    var line: String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
        guard let data = try? JSONSerialization.data(withJSONObject: value, options: options) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
