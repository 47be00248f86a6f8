import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Quantities

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
    let mealID: MealID?
    let date: CalendarDay?
    /// Whether the meal's photo is shown as well.
    let photo: Bool
    let nutrients: [Nutrient]
    let language: FoodLanguage
    let createdAt: Date
    let expiresAt: Date
    let url: String?
    /// Where the picture alone is; only in the answer that makes the link.
    let pictureURL: String?
    /// Where the photo is; only in the answer that makes the link, and absent of one without a photo.
    let photoURL: String?
    let targets: [Target]?

    init(_ share: Share, link: String? = nil, picture: String? = nil, isPosted: Bool = false) {
        id = share.id.uuidString.lowercased()
        date = share.day
        mealID = share.day == nil ? MealID(share.subject) : nil
        photo = share.photo != nil
        nutrients = share.nutrients
        language = share.language
        createdAt = share.createdAt
        expiresAt = share.expiresAt
        url = link
        pictureURL = picture
        photoURL = share.photo == nil ? nil : picture.map { "\($0)/photo" }
        targets = link.map { link in
            SharePlatform.allCases.map { platform in
                Target(
                    platform: platform, way: isPosted && platform == .discord ? .posted : platform.way,
                    url: platform.address(sharing: link))
            }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case mealID = "mealId"
        case date, photo, nutrients, language, createdAt, expiresAt, url
        case pictureURL = "pictureUrl"
        case photoURL = "photoUrl"
        case targets
    }
}
