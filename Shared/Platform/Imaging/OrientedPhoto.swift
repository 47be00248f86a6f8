import EventContracts

/// A stripped photo with the one part of its metadata that viewers need: its orientation.
package enum OrientedPhoto {
    /// The photo for receivers that read its orientation from the file only.
    ///
    /// - Parameters:
    ///   - photo: A stripped photo.
    ///   - format: Its format; other formats than JPEG are returned unchanged, since phones do not produce them.
    ///   - orientation: The EXIF orientation, 1 to 8 (`PhotoHeader.orientation`).
    /// - Returns: The photo, with a segment of 36 bytes after its first two bytes unless it is upright.
    package static func bytes(_ photo: consuming [UInt8], _ format: PhotoFormat, orientation: Int) -> [UInt8] {
        guard format == .jpeg, let turn = UInt8(exactly: orientation), (2...8).contains(turn),
            photo.starts(with: startOfImage)
        else { return photo }
        photo.insert(contentsOf: segment(turn), at: startOfImage.count)
        return photo
    }

    private static let startOfImage: [UInt8] = [0xff, 0xd8]

    /// APP1 with a directory of one entry (EXIF 2.32 sections 4.5.2 and 4.6.2): tag 0x0112, one number of 16 bits.
    private static func segment(_ turn: UInt8) -> [UInt8] {
        [0xff, 0xe1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0] + [0, 0, 0, 0]
    }
}
