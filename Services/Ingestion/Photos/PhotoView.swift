import EventContracts
import Foundation
import IngestionCore

/// An unconfirmed photo in the form for its owner.
struct PhotoView: Codable, Sendable {
    let id: PhotoID
    /// Width of the stored photo, in pixels.
    let width: Int
    let height: Int
    /// EXIF orientation: 1 to 8.
    let orientation: Int
    let expiresAt: Date

    init(draft photo: StoredPhoto) {
        id = photo.id
        width = photo.facts.width
        height = photo.facts.height
        orientation = photo.facts.orientation
        expiresAt = photo.since + PhotoArchive.draftLife.timeInterval
    }

    /// Reads the view from an answer.
    ///
    /// - Throws: A `DecodingError` if the answer contains none.
    init(of answer: Answer) throws {
        var bytes: [UInt8] = []
        if case .json(let body) = answer.body { bytes = body }
        self = try EventCoding.decode(Self.self, from: bytes)
    }

    /// The path of the photo.
    var path: String { "/v1/photos/\(id)" }
}
