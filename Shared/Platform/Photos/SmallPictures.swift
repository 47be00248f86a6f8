import EventContracts

/// The widths of thumbnails, in pixels.
package enum PictureWidth: Int, Sendable, CaseIterable {
    case thumbnail = 160
    case small = 320
    case medium = 640
    case large = 1280
}

/// The thumbnails of one photo: upright JPEGs, stored in one object beside the photo.
package struct SmallPictures: Sendable, Equatable {
    /// Maximum size of all thumbnails of one photo, in bytes; a thumbnail that would exceed it is left out.
    package static let maxBytes = 1 << 20

    private var files: [PictureWidth: [UInt8]] = [:]

    package init() {}

    /// Whether there are no thumbnails.
    package var isEmpty: Bool { files.isEmpty }

    /// The thumbnail of a width, if any.
    package subscript(_ width: PictureWidth) -> [UInt8]? { files[width] }

    /// Adds a thumbnail unless the total would exceed `maxBytes`.
    package mutating func add(_ file: [UInt8], of width: PictureWidth) {
        var larger = self
        larger.files[width] = file
        if larger.bytes.count <= Self.maxBytes { self = larger }
    }

    /// The thumbnails in the order of widths, each as its length (4 bytes, little-endian, 0 for none) and its bytes.
    package var bytes: [UInt8] {
        PictureWidth.allCases.flatMap { width in
            let file = files[width] ?? []
            return withUnsafeBytes(of: UInt32(file.count).littleEndian) { Array($0) } + file
        }
    }

    /// Parses `bytes`; nil for anything else.
    package init?(bytes: [UInt8]) {
        var rest = bytes[...]
        for width in PictureWidth.allCases {
            guard rest.count >= 4 else { return nil }
            let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= count else { return nil }
            if count > 0 { files[width] = Array(rest.prefix(count)) }
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty else { return nil }
    }
}

extension PhotoKey {
    /// The key of the photo's thumbnails: the same account, and an id derived from the photo's.
    package var pictures: PhotoKey { PhotoKey(account: account, id: NamedUUID.make("small-pictures/\(self)")) }
}
