import EventContracts
import Foundation
import IngestionCore

/// A photo that waits to be confirmed, as its owner sees it.
struct PhotoView: Codable, Sendable {
    let id: PhotoID
    /// In pixels, as stored.
    let width: Int
    let height: Int
    /// How to turn it upright, as in EXIF: 1 to 8.
    let orientation: Int
    let expiresAt: Date

    init(draft photo: StoredPhoto) {
        id = photo.id
        width = photo.facts.width
        height = photo.facts.height
        orientation = photo.facts.orientation
        expiresAt = photo.since + PhotoArchive.draftLife.timeInterval
    }

    /// The view that an answer holds.
    ///
    /// - Throws: A `DecodingError` when it holds none.
    init(of answer: Answer) throws {
        var bytes: [UInt8] = []
        if case .json(let body) = answer.body { bytes = body }
        self = try EventCoding.decode(Self.self, from: bytes)
    }

    /// Where it is read.
    var path: String { "/v1/photos/\(id)" }
}
