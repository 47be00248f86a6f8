/// The data of one event type and major version; declared once, in `V<n>/`.
package protocol EventBody: Codable, Sendable, Equatable {
    /// The permanent wire name.
    static var type: EventType { get }
    /// The topic that it is published on.
    static var topic: Topic { get }
    /// The account that the data belongs to; nil for data of no person, such as facts about a product. Must match the
    /// record key.
    var owner: AccountID? { get }
}

extension EventBody {
    package var owner: AccountID? { nil }
}

/// The data of an event about one person.
package protocol PersonalEventBody: EventBody {
    var accountID: AccountID { get }
}

extension PersonalEventBody {
    package var owner: AccountID? { accountID }
}

/// A `ce_type`; declared as a constant, never derived from a Swift name.
package struct EventType: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package init(_ name: String) { self.name = name }
    package var description: String { name }
}

/// An event with its attributes and data.
package struct Event<Body: EventBody>: Sendable {
    package let attributes: EventAttributes
    package let body: Body
    /// The body's JSON as received; nil for an event built from values.
    package let encoded: [UInt8]?

    package init(attributes: EventAttributes, body: Body, encoded: [UInt8]? = nil) {
        self.attributes = attributes
        self.body = body
        self.encoded = encoded
    }
}
