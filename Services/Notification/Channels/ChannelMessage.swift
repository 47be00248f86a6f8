import Foundation

/// A message to one person through one channel; identical in every attempt.
package struct ChannelMessage: Sendable, Equatable {
    /// Names the delivery: the other side tells a repeated try by it.
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
    /// What newer messages of the same matter replace, such as a notice id; letters, digits, `-` and `_`.
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

/// How one try went.
package enum DeliveryOutcome: Sendable, Equatable {
    /// The other side has taken it and answers for it; the proof is what it said.
    case accepted(proof: String)
    /// The address is no more: it is to be forgotten.
    case gone
    /// It will never be taken; why, without a word of what was sent or to whom.
    case refused(String)
    /// Not now; how long the other side asks to be left alone, and why.
    case later(after: Duration?, String)
    /// No try was made: the server failed several times in a row, and nobody asks it for so long.
    case leftAlone(for: Duration)
}
