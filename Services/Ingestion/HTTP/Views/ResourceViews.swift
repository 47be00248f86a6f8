import EventContracts
import Foundation

/// A label scan as clients see it.
struct LabelScanView: Encodable, Sendable {
    let id: ScanID
    let verdict: Verdict
    let complete: Bool
    let language: String?
    let gtin: String?
    let text: String
    let ingredients: [ScanIngredient]
    let contains: [ScanFinding]
    let mayContain: [ScanFinding]
    let unknown: [String]
    let advice: String?
    let profileVersion: Int64
    let profileEmpty: Bool
    let profilePending: Bool
    let version: Int64
    let scannedAt: Date
    let assessedAt: Date

    init(_ scan: ScanAssessed, details: ScanDetails) {
        id = scan.scanID
        verdict = scan.verdict
        complete = scan.complete
        language = scan.language
        gtin = scan.gtin
        text = details.text
        ingredients = details.ingredients
        contains = details.contains
        mayContain = details.mayContain
        unknown = details.unknown
        advice = details.advice
        profileVersion = scan.profileVersion
        profileEmpty = scan.profileEmpty
        profilePending = scan.profilePending
        version = scan.version
        scannedAt = scan.scannedAt
        assessedAt = scan.assessedAt
    }
}

/// The allergen profile as its owner sees it.
struct AllergenProfileView: Encodable, Sendable {
    let allergens: [AllergenCode]
    let otherIngredients: [String]
    let diets: [Diet]
    let traces: TraceStrictness
    let version: Int64
    let changedAt: Date?

    /// What a person has who never set one.
    static let empty = AllergenProfileView(
        allergens: [], otherIngredients: [], diets: [], traces: .warn, version: 0, changedAt: nil)
}

/// An entry of the reaction diary as its owner sees it.
struct ReactionView: Encodable, Sendable {
    let id: ReactionID
    let occurredOn: String
    let allergens: [AllergenCode]
    let severity: ReactionSeverity?
    let cause: String?
    let notes: String?
    let version: Int64
    let recordedAt: Date
}

/// An entry of the inbox.
struct NotificationView: Encodable, Sendable {
    let id: NoticeID
    let kind: NoticeKind
    let urgency: Notice.Urgency
    let title: String
    let body: String
    let language: String
    let read: Bool
    let readAt: Date?
    let cause: String
    let createdAt: Date
    let version: Int64
}

/// Any resource as clients see it.
enum ResourceView: Encodable, Sendable {
    case labelScan(LabelScanView)
    case allergenProfile(AllergenProfileView)
    case reaction(ReactionView)
    case notification(NotificationView)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .labelScan(let view): try view.encode(to: encoder)
        case .allergenProfile(let view): try view.encode(to: encoder)
        case .reaction(let view): try view.encode(to: encoder)
        case .notification(let view): try view.encode(to: encoder)
        }
    }
}

/// One page of a list.
struct PageView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// The cursor of the next page; null on the last.
    let next: String?

    private enum Key: CodingKey { case items, next }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(items, forKey: .items)
        try container.encode(next, forKey: .next)
    }
}
