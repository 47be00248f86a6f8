import Foundation
import Hexadecimal

/// The header form of `EventAttributes`: binary CloudEvents 1.0 over Kafka, attributes as UTF-8 `ce_*` headers.
package enum EventHeaders {
    /// Header names on the wire.
    package enum Name {
        package static let specVersion = "ce_specversion"
        package static let id = "ce_id"
        package static let source = "ce_source"
        package static let type = "ce_type"
        package static let time = "ce_time"
        package static let subject = "ce_subject"
        package static let contentType = "content-type"
        package static let sequence = "ce_sequence"
        package static let first = "ce_first"
        package static let epoch = "ce_epoch"
        package static let snapshot = "ce_snapshot"
        package static let operationID = "ce_operationid"
        package static let operationStatus = "ce_operationstatus"
        package static let correlationID = "ce_correlationid"
        package static let causationID = "ce_causationid"
        package static let traceparent = "traceparent"

        /// Every header an event may carry.
        package static let all = [
            specVersion, id, source, type, time, subject, contentType, sequence, first, epoch, snapshot, operationID,
            operationStatus, correlationID, causationID, traceparent,
        ]
    }

    /// An error for headers that do not describe a valid event.
    package struct Malformed: Error, Equatable, CustomStringConvertible {
        /// The invalid header.
        package let header: String
        package var description: String { "header \(header) is missing or malformed" }
    }

    /// Maximum length of a header value, in bytes; longer values are malformed.
    package static let maxValueLength = 1_024

    /// The headers of `attributes`, in a fixed order.
    package static func encode(_ attributes: EventAttributes) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = [
            (Name.specVersion, "1.0"),
            (Name.id, attributes.id.text),
            (Name.source, attributes.source),
            (Name.type, attributes.type.name),
            (Name.time, EventTime.format(attributes.time)),
            (Name.contentType, "application/json"),
        ]
        func add(_ name: String, _ value: String?) {
            if let value { headers.append((name, value)) }
        }
        add(Name.subject, attributes.subject)
        if attributes.sequence > 0 {
            add(Name.sequence, String(attributes.sequence))
            add(Name.first, String(attributes.first))
        }
        add(Name.epoch, String(attributes.epoch))
        add(Name.snapshot, attributes.isSnapshot ? "true" : nil)
        add(Name.operationID, attributes.operationID?.description)
        add(Name.operationStatus, attributes.operationStatus?.rawValue)
        add(Name.correlationID, attributes.correlationID.text)
        add(Name.causationID, attributes.causationID?.text)
        add(Name.traceparent, attributes.traceparent)
        return headers
    }

    /// The event type in a record's headers, or nil; enough to skip types that the service does not read.
    package static func type(in headers: some Sequence<(name: String, value: [UInt8])>) -> EventType? {
        for header in headers where header.name == Name.type {
            return header.value.count <= maxValueLength ? EventType(String(decoding: header.value, as: UTF8.self)) : nil
        }
        return nil
    }

    /// Decodes headers; ignores unknown ones and takes the first of repeated ones.
    ///
    /// - Throws: `Malformed` naming the header.
    package static func decode(
        _ headers: some Sequence<(name: String, value: [UInt8])>, key: String
    ) throws(Malformed) -> EventAttributes {
        let fields = HeaderFields(headers)
        guard try fields.required(Name.specVersion) == "1.0" else { throw Malformed(header: Name.specVersion) }
        let sequence = try fields.number(Name.sequence)
        return EventAttributes(
            id: try fields.uuid(Name.id, required: true) ?? UUID(),
            source: try fields.required(Name.source),
            type: EventType(try fields.required(Name.type)),
            time: try fields.time(Name.time),
            subject: try fields.text(Name.subject),
            key: key,
            sequence: sequence ?? 0,
            first: try fields.number(Name.first) ?? 0,
            epoch: try fields.number(Name.epoch) ?? 0,
            isSnapshot: try fields.text(Name.snapshot) == "true",
            operationID: try fields.uuid(Name.operationID, required: false).map(OperationID.init),
            operationStatus: try fields.status(Name.operationStatus),
            correlationID: try fields.uuid(Name.correlationID, required: true) ?? UUID(),
            causationID: try fields.uuid(Name.causationID, required: false),
            traceparent: try fields.text(Name.traceparent))
    }
}

/// The headers of one record by name, read field by field.
private struct HeaderFields {
    private var values: [String: [UInt8]] = [:]

    init(_ headers: some Sequence<(name: String, value: [UInt8])>) {
        for header in headers where values[header.name] == nil { values[header.name] = header.value }
    }

    func text(_ name: String) throws(EventHeaders.Malformed) -> String? {
        guard let bytes = values[name] else { return nil }
        guard bytes.count <= EventHeaders.maxValueLength, let text = String(validating: bytes, as: UTF8.self),
            !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
        else { throw EventHeaders.Malformed(header: name) }
        return text
    }

    func required(_ name: String) throws(EventHeaders.Malformed) -> String {
        guard let text = try text(name) else { throw EventHeaders.Malformed(header: name) }
        return text
    }

    func number(_ name: String) throws(EventHeaders.Malformed) -> Int64? {
        guard let text = try text(name) else { return nil }
        guard let number = Int64(text), number > 0 || name == EventHeaders.Name.epoch, number >= 0 else {
            throw EventHeaders.Malformed(header: name)
        }
        return number
    }

    func uuid(_ name: String, required: Bool) throws(EventHeaders.Malformed) -> UUID? {
        guard let text = try text(name) else {
            if required { throw EventHeaders.Malformed(header: name) }
            return nil
        }
        guard let id = UUID(text: text) else { throw EventHeaders.Malformed(header: name) }
        return id
    }

    func time(_ name: String) throws(EventHeaders.Malformed) -> Date {
        guard let time = EventTime.parse(try required(name)) else { throw EventHeaders.Malformed(header: name) }
        return time
    }

    func status(_ name: String) throws(EventHeaders.Malformed) -> OperationStatus? {
        guard let text = try text(name) else { return nil }
        guard let status = OperationStatus(rawValue: text) else { throw EventHeaders.Malformed(header: name) }
        return status
    }
}
