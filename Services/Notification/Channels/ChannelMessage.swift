import Foundation

/// A message to one person through one channel; identical in every attempt.
package struct ChannelMessage: Sendable, Equatable {
    /// Identifies the delivery, so that the receiver recognizes a repeated attempt.
    package var id: UUID
    package var title: String
    /// The text; paragraphs are separated by empty lines.
    package var body: String
    /// The page of the notice in the web client, an absolute URL.
    package var link: String?
    /// The explanation why the message is sent ("why did I get this"), in the person's language.
    package var reason: String
    /// Whether the message is sent without waiting: an allergen alert.
    package var isUrgent: Bool
    /// The language as a BCP 47 tag, such as `fr-CA`.
    package var language: String
    /// Identifies the subject, such as a notice id: letters, digits, `-` and `_`.
    ///
    /// A newer message about a subject replaces older ones.
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
    /// Accepted by the receiver; the proof is the receiver's answer.
    case accepted(proof: String)
    /// The address no longer exists and must be removed.
    case gone
    /// Refused permanently; the reason contains no data of the message or its recipient.
    case refused(String)
    /// Refused permanently because the mailbox or its domain does not take mail; the server works.
    case unknownMailbox(reply: Int)
    /// Temporary failure; how long the receiver asks to wait, and why.
    case later(after: Duration?, String)
    /// No attempt was made, because the breaker is open or no permit was free; with the time to wait.
    case leftAlone(for: Duration)
}
