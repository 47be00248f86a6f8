import EventContracts
import FoodCatalogue
import Foundation
import Hexadecimal
import IngestionCore
import Quantities

/// A link in the form for its owner; the address itself is returned once, at creation.
struct ShareView: Encodable, Sendable {
    /// A platform for sending the link.
    struct Target: Encodable, Sendable {
        let platform: SharePlatform
        let way: SharePlatform.Way
        /// The address to open; absent if the device's share sheet must be used.
        let url: String?
    }

    let id: String
    let mealID: MealID?
    let date: CalendarDay?
    /// Whether the meal's photo is shown too.
    let photo: Bool
    let nutrients: [Nutrient]
    let language: FoodLanguage
    let createdAt: Date
    let expiresAt: Date
    let url: String?
    /// The address of the picture alone; only in the answer that creates the link.
    let pictureURL: String?
    /// The address of the photo; only in the answer that creates the link, and absent without a photo.
    let photoURL: String?
    let targets: [Target]?

    init(_ share: Share, link: String? = nil, picture: String? = nil, isPosted: Bool = false) {
        id = share.id.text
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
