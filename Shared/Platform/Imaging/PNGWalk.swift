import EventContracts

/// Walks the chunks of a PNG file (W3C PNG, third edition, section 5).
struct PNGWalk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    private var size: (width: Int, height: Int)
    private let hasPalette: Bool
    private var sawPalette = false
    private var sawData = false
    private var exif: EXIF?

    /// Length and type before a chunk's data, checksum after it.
    private static let frameCount = 12
    private static let headerCount = 13
    /// Chunks for colors and their transparency.
    private static let colors: Set<String> = [
        "tRNS", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "cICP", "mDCV", "cLLI",
    ]
    private static let animation: Set<String> = ["acTL", "fcTL", "fdAT"]
    /// Allowed bit depths by colour type (section 11.2.1).
    private static let depths: [UInt8: Set<UInt8>] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    static func walk(_ cutter: inout PhotoCutter, _ bounds: PhotoBounds) throws(PhotoRefusal) -> PhotoHeader {
        try cutter.keep(signature.count)
        var walk = try PNGWalk(header: &cutter, bounds)
        while try walk.chunk(&cutter) {}
        guard walk.sawData else { throw .malformed("a PNG without a picture") }
        return PhotoHeader(
            format: .png, width: walk.size.width, height: walk.size.height, orientation: walk.exif?.orientation ?? 1,
            focalLength: walk.exif?.focalLength)
    }

    private init(header cutter: inout PhotoCutter, _ bounds: PhotoBounds) throws(PhotoRefusal) {
        guard cutter.remaining >= Self.frameCount + Self.headerCount else { throw .truncated }
        guard try cutter.bigEndian(0, bytes: 4) == Self.headerCount, cutter.says("IHDR", at: 4) else {
            throw .malformed("a PNG that does not begin with its header")
        }
        let sum = try cutter.bigEndian(8 + Self.headerCount, bytes: 4)
        guard Self.checksum(try cutter.ahead(4, 4 + Self.headerCount)) == sum else {
            throw .malformed("a PNG header with a wrong checksum")
        }
        size = (try cutter.bigEndian(8, bytes: 4), try cutter.bigEndian(12, bytes: 4))
        try bounds.check(width: size.width, height: size.height)
        let depth = try cutter.byte(16), color = try cutter.byte(17)
        guard Self.depths[color]?.contains(depth) == true, try cutter.bigEndian(18, bytes: 2) == 0,
            try cutter.byte(20) <= 1
        else { throw .malformed("a PNG header with invalid values") }
        hasPalette = color == 3
        try cutter.keep(Self.frameCount + Self.headerCount)
    }

    /// Processes one chunk; false after the last.
    private mutating func chunk(_ cutter: inout PhotoCutter) throws(PhotoRefusal) -> Bool {
        let length = try cutter.bigEndian(0, bytes: 4)
        let name = String(decoding: try cutter.ahead(4, 4), as: UTF8.self)
        let whole = Self.frameCount + length
        guard whole <= cutter.remaining else { throw .truncated }
        switch name {
        case "IDAT":
            guard !hasPalette || sawPalette else { throw .malformed("a PNG without its palette") }
            sawData = true
            try cutter.keep(whole)
        case "PLTE":
            guard !sawPalette, !sawData, length.isMultiple(of: 3), (3...768).contains(length) else {
                throw .malformed("a PNG with a wrong palette")
            }
            sawPalette = true
            try cutter.keep(whole)
        case "IEND":
            guard length == 0 else { throw .malformed("a PNG with a wrong end") }
            try cutter.keep(whole)
            return false
        case _ where Self.colors.contains(name): try cutter.keep(whole)
        case _ where Self.animation.contains(name): throw .animated
        case "eXIf":
            if exif == nil { exif = EXIF(try cutter.ahead(8, length)) }
            try cutter.drop(whole)
        default:
            // The case of the first letter states whether a decoder may skip the chunk.
            guard try cutter.byte(4) & 0x20 != 0 else { throw .malformed("a PNG chunk of no known kind") }
            try cutter.drop(whole)
        }
        return true
    }

    /// CRC-32 of section 5.5; computed bit by bit, since the header has few bytes.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
