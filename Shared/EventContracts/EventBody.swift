/// The data of one event type and major version; declared once, in `V<n>/`.
package protocol EventBody: Codable, Sendable, Equatable {
    /// The wire name, for ever: `foodmagic.<service>.<name>.v<major>`.
    static var type: EventType { get }
    /// Where it is published.
    static var topic: Topic { get }
    /// Whose it is; nil of what is nobody's, such as a product's facts. Its key must say the same.
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

/// A `ce_type`; a constant of the contract, never derived from a Swift name.
package struct EventType: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package init(_ name: String) { self.name = name }
    package var description: String { name }
}

/// A received or to-be-sent event: its attributes and its data.
package struct Event<Body: EventBody>: Sendable {
    package let attributes: EventAttributes
    package let body: Body
    /// The body as it came, JSON; nil where only its values are known.
    package let encoded: [UInt8]?

    package init(attributes: EventAttributes, body: Body, encoded: [UInt8]? = nil) {
        self.attributes = attributes
        self.body = body
        self.encoded = encoded
    }
}
