import Foundation

/// A message to one person through one channel; identical in every attempt.
package struct ChannelMessage: Sendable, Equatable {
    /// Identifies the delivery, so that the receiver recognizes a repeated attempt.
    package var id: UUID
    package var title: String
    /// Paragraphs with an empty line between them.
    package var body: String
    /// Where the notice leads in the web client, an absolute URL.
    package var link: String?
    /// Why it is sent ("why did I get this"), in the person's language.
    package var reason: String
    /// Whether it is sent without waiting: an allergen alert.
    package var isUrgent: Bool
    /// BCP 47, such as `fr-CA`.
    package var language: String
    /// Identifies the subject, such as a notice id, whose newer messages replace older ones; letters, digits, `-` and
    /// `_`.
    package var matter: String
    package var createdAt: Date

    package init(
        id: UUID, title: String, body: String, link: String? = nil, reason: String, isUrgent: Bool = false,
        language: String, matter: String, createdAt: Date
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.link = link
        self.reason = reason
        self.isUrgent = isUrgent
        self.language = language
        self.matter = matter
        self.createdAt = createdAt
    }
}

/// The outcome of one attempt.
package enum DeliveryOutcome: Sendable, Equatable {
    /// Accepted by the receiver; the proof is its answer.
    case accepted(proof: String)
    /// The address no longer exists and must be removed.
    case gone
    /// Refused permanently; the reason contains nothing of the message or its recipient.
    case refused(String)
    /// Refused permanently because the mailbox or its domain does not take mail; the server works.
    case unknownMailbox(reply: Int)
    /// Temporary failure; how long the receiver asks to wait, and why.
    case later(after: Duration?, String)
    /// No attempt was made, since the server failed several times in a row; how long the breaker stays open.
    case leftAlone(for: Duration)
}
