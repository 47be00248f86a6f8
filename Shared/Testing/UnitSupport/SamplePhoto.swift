import Foundation

/// Sample photos for tests, made by Tests/Fixtures/Photos/make.py.
package enum SamplePhoto: String, CaseIterable, Sendable {
    /// 320 × 240 pixels, orientation 6, with a place, comments and a color profile in its metadata.
    case jpeg = "label.jpg"
    case progressive = "progressive.jpg"
    /// Orientation 3, with comments and a color profile.
    case png = "label.png"
    /// Orientation 8, with a color profile.
    case webp = "label.webp"
    /// A WebP with a single chunk.
    case plainWebP = "plain.webp"
    case lossless = "lossless.webp"
    case animatedWebP = "animated.webp"
    case animatedPNG = "animated.png"
    /// A JPEG in CMYK.
    case print = "print.jpg"

    /// The photos in accepted formats.
    package static let accepted: [SamplePhoto] = [.jpeg, .progressive, .png, .webp, .plainWebP, .lossless]

    /// Part of the metadata of every photo with metadata.
    package static let secret = "SECRET-PLACE"

    /// The content of the file.
    ///
    /// - Throws: If it cannot be read.
    package func bytes() throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Tests/Fixtures/Photos")
        return [UInt8](try Data(contentsOf: root.appending(path: rawValue)))
    }

    /// A PNG whose header states a size, with invalid data.
    ///
    /// - Parameters:
    ///   - width: Pixels per row.
    ///   - height: Number of rows.
    ///   - dataCount: Bytes of its data.
    ///   - metadataCount: Bytes of a comment before the data.
    /// - Returns: The file.
    package static func png(width: Int, height: Int, dataCount: Int, metadataCount: Int = 0) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        file += chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
        if metadataCount > 0 { file += chunk("tEXt", Array(repeating: 0x20, count: metadataCount)) }
        file += chunk("IDAT", Array(repeating: 0, count: dataCount))
        return file + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(checksum(body)))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// CRC-32 as in W3C PNG section 5.5.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
