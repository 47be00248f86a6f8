import EventContracts
import FoodCatalogue
import Foundation

/// A link as its owner sees it; the link itself is told once, when it is made.
struct ShareView: Encodable, Sendable {
    /// Where to send it.
    struct Target: Encodable, Sendable {
        let platform: SharePlatform
        let way: SharePlatform.Way
        /// What to open; absent where the device's own sheet has to take the picture there.
        let url: String?
    }

    let id: String
    let mealID: MealID
    let nutrients: [Nutrient]
    let language: FoodLanguage
    let createdAt: Date
    let expiresAt: Date
    let url: String?
    let targets: [Target]?

    init(_ share: Share, link: String? = nil) {
        id = share.id.uuidString.lowercased()
        mealID = share.meal
        nutrients = share.nutrients
        language = share.language
        createdAt = share.createdAt
        expiresAt = share.expiresAt
        url = link
        targets = link.map { link in
            SharePlatform.allCases.map { Target(platform: $0, way: $0.way, url: $0.address(sharing: link)) }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case mealID = "mealId"
        case nutrients, language, createdAt, expiresAt, url, targets
    }
}
