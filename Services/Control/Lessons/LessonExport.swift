import Crypto
import EventContracts
import Foundation
import Hexadecimal
import Imaging
import NutritionService
import Photos
import Postgres
import Sealing
import VisionService

/// Exports accepted lessons as a data set for `deploy/train-food --lessons` (VIS-14).
///
/// Only photos of consenting accounts are included, without account, meal or name. Another run into the same directory
/// adds new lessons and removes those no longer allowed.
struct LessonExport: Sendable {
    /// One photo of the data set: a line of `labels.jsonl`, in the form of the training data.
    struct Record: Encodable, Equatable {
        struct Item: Encodable, Equatable {
            /// The recognizer's label of the food; nil if it has none.
            let cls: String?
            let food: String
            /// Left, top, right, bottom in pixels of the upright photo.
            let box: [Double]
        }

        var file: String
        var dataset = "lessons"
        var licence = "from accounts that consented to model training"
        /// Split by account: no account's photos are in both parts.
        var split: String
        var width: Int
        var height: Int
        /// Rotation of the photo as in EXIF, 1…8.
        var orientation: Int
        /// An id equal for all photos of a person; the person cannot be identified by it.
        var groupID: String
        var objects: [Item]

        private enum CodingKeys: String, CodingKey {
            case file, dataset, licence, split, width, height, orientation, objects
            case groupID = "group_id"
        }
    }

    /// The result of a run.
    struct Result: Encodable, Equatable {
        var photos = 0
        var foods = 0
        /// Number of photos that are missing in the store or cannot be decrypted.
        var missing = 0
        /// Number of removed files of an earlier run.
        var removed = 0
    }

    static let labels = "labels.jsonl", images = "images"
    /// Of this number of people, the photos of one are reserved for evaluation.
    private static let measured = 5

    let database: OperatorDatabase
    let photos: SealedPhotos
    /// The recognizer's label of each food, by the food's id.
    let names: [String: String]

    init(database: OperatorDatabase, photos: SealedPhotos, names: [String: String]) {
        self.database = database
        self.photos = photos
        self.names = names
    }

    /// The labels in `nutrition`'s table; of several labels of one food, the first alphabetically.
    static func names() throws -> [String: String] {
        let known = try SeenFoodNames.builtIn().meanings.compactMap { label, meaning in
            meaning.foodID.map { ($0, label) }
        }
        return Dictionary(known, uniquingKeysWith: min)
    }

    /// Updates a directory to the currently allowed lessons.
    ///
    /// - Throws: A `PostgresError`, `PhotoStoreError` or `SealingError` of the key ring, or a file system error.
    func run(to directory: URL) async throws -> Result {
        let folder = directory.appending(path: Self.images)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lessons = try await database.withSchema("vision") { pool in
            try await LessonRepository.accepted(on: pool)
        }
        var result = Result(), lines: [Data] = [], kept: Set<String> = []
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (photo, foods) in Self.byPhoto(lessons) {
            let bytes: [UInt8], header: PhotoHeader
            do {
                bytes = try await photos.photo(at: photo)
                header = try PhotoHeader(of: bytes)
            } catch {
                guard Self.isGone(error) else { throw error }
                result.missing += 1
                continue
            }
            let record = record(of: foods, header, in: photo)
            let file = directory.appending(path: record.file)
            if !FileManager.default.fileExists(atPath: file.path) { try Data(bytes).write(to: file, options: .atomic) }
            kept.insert(file.lastPathComponent)
            lines.append(try encoder.encode(record))
            result.photos += 1
            result.foods += record.objects.count
        }
        var text = Data()
        for line in lines { text += line + Data("\n".utf8) }
        try text.write(to: directory.appending(path: Self.labels), options: .atomic)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !kept.contains(name) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
            result.removed += 1
        }
        return result
    }

    /// A photo with its lessons.
    func record(
        of lessons: [LessonRepository.Accepted], _ header: PhotoHeader, in photo: PhotoKey
    ) -> Record {
        let orientation = lessons.first?.orientation ?? 1, isTurned = (5...8).contains(orientation)
        let width = isTurned ? header.height : header.width, height = isTurned ? header.width : header.height
        let person = Array(SHA256.hash(data: Data("lessons/\(photo.account)".utf8)))
        let name = "\(photo.id.text).o\(orientation).\(header.format.rawValue)"
        return Record(
            file: "\(Self.images)/\(name)", split: Int(person[0]) % Self.measured == 0 ? "val" : "train", width: width,
            height: height, orientation: orientation,
            groupID: "lessons/" + person[1...6].hexadecimal,
            objects: lessons.map { lesson in
                let sides = [width, height, width, height].map(Double.init)
                let box = zip(lesson.box, sides).map { ($0 * $1 * 10).rounded() / 10 }
                return Record.Item(cls: names[lesson.food], food: lesson.food, box: box)
            })
    }

    private static func byPhoto(
        _ lessons: [LessonRepository.Accepted]
    ) -> [(photo: PhotoKey, foods: [LessonRepository.Accepted])] {
        Dictionary(grouping: lessons, by: \.photo).map { ($0.key, $0.value) }
            .sorted { $0.photo.id.uuidString < $1.photo.id.uuidString }
    }

    /// Whether a photo is permanently unavailable, so that the export continues without it.
    private static func isGone(_ error: any Error) -> Bool {
        switch error {
        case PhotoStoreError.missing, SealingError.malformed, SealingError.erased, is PhotoRefusal: true
        default: false
        }
    }
}
