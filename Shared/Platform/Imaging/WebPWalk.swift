import EventContracts

/// Walks the chunks of a WebP file (RFC 9649).
struct WebPWalk {
    private var canvas: (width: Int, height: Int)?
    private var picture: (width: Int, height: Int)?
    private var exif: EXIF?

    /// `RIFF`, size, `WEBP`.
    private static let riffCount = 12
    private static let chunkHeaderCount = 8
    /// Bits of the extended header's flags (section 2.7).
    private enum Flag {
        static let animation: UInt8 = 0x02
        static let metadata: UInt8 = 0x0c
    }

    static func walk(_ cutter: inout PhotoCutter, _ bounds: PhotoBounds) throws(PhotoRefusal) -> PhotoHeader {
        var left = try cutter.littleEndian(4, bytes: 4) - 4
        guard left >= chunkHeaderCount else { throw .malformed("a WebP without chunks") }
        guard left <= cutter.remaining - riffCount else { throw .truncated }
        try cutter.keep(riffCount)
        var walk = WebPWalk()
        while left > 0 {
            guard left >= chunkHeaderCount else { throw .malformed("a WebP with bytes left over") }
            let length = try cutter.littleEndian(4, bytes: 4)
            let whole = chunkHeaderCount + length + length % 2
            guard whole <= left else { throw .truncated }
            try walk.chunk(&cutter, length, whole, bounds)
            left -= whole
        }
        guard let picture = walk.picture else { throw .malformed("a WebP without a picture") }
        let size = cutter.keptCount - 8
        cutter.patch((0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }, at: 4)
        return PhotoHeader(
            format: .webp, width: picture.width, height: picture.height, orientation: walk.exif?.orientation ?? 1,
            focalLength: walk.exif?.focalLength)
    }

    private mutating func chunk(
        _ cutter: inout PhotoCutter, _ length: Int, _ whole: Int, _ bounds: PhotoBounds
    ) throws(PhotoRefusal) {
        switch String(decoding: try cutter.ahead(0, 4), as: UTF8.self) {
        case "VP8X": try readCanvas(&cutter, length, whole, bounds)
        case "VP8 ": try readPicture(&cutter, whole, bounds, try Self.lossySize(cutter, length))
        case "VP8L": try readPicture(&cutter, whole, bounds, try Self.losslessSize(cutter, length))
        case "ICCP" where canvas != nil && picture == nil, "ALPH" where canvas != nil && picture == nil:
            try cutter.keep(whole)
        case "ANIM", "ANMF": throw .animated
        case "EXIF":
            // Some writers prepend the marker of JPEG's EXIF segment.
            let skipped = cutter.says("Exif\0\0", at: Self.chunkHeaderCount) ? 6 : 0
            if exif == nil { exif = EXIF(try cutter.ahead(Self.chunkHeaderCount + skipped, length - skipped)) }
            try cutter.drop(whole)
        default: try cutter.drop(whole)
        }
    }

    private mutating func readCanvas(
        _ cutter: inout PhotoCutter, _ length: Int, _ whole: Int, _ bounds: PhotoBounds
    ) throws(PhotoRefusal) {
        guard canvas == nil, picture == nil, length == 10 else { throw .malformed("a WebP with a wrong header") }
        let flags = try cutter.byte(8)
        guard flags & Flag.animation == 0 else { throw .animated }
        let width = 1 + (try cutter.littleEndian(12, bytes: 3)), height = 1 + (try cutter.littleEndian(15, bytes: 3))
        try bounds.check(width: width, height: height)
        canvas = (width, height)
        let place = cutter.keptCount + Self.chunkHeaderCount
        try cutter.keep(whole)
        cutter.patch([flags & ~Flag.metadata], at: place)
    }

    private mutating func readPicture(
        _ cutter: inout PhotoCutter, _ whole: Int, _ bounds: PhotoBounds, _ size: (width: Int, height: Int)
    ) throws(PhotoRefusal) {
        guard picture == nil else { throw .malformed("a WebP with two pictures") }
        try bounds.check(width: size.width, height: size.height)
        guard canvas.map({ $0 == size }) ?? true else { throw .malformed("a WebP that names two sizes") }
        picture = size
        try cutter.keep(whole)
    }

    /// RFC 6386 section 9.1: a key frame, its start code, 14 bits each.
    private static func lossySize(
        _ cutter: PhotoCutter, _ length: Int
    ) throws(PhotoRefusal) -> (width: Int, height: Int) {
        guard length >= 10, try cutter.byte(8) & 1 == 0, try cutter.bigEndian(11, bytes: 3) == 0x9d012a else {
            throw .malformed("a WebP with a wrong picture")
        }
        return (try cutter.littleEndian(14, bytes: 2) & 0x3fff, try cutter.littleEndian(16, bytes: 2) & 0x3fff)
    }

    /// RFC 9649 section 3.4: the signature, width and height minus one in 14 bits each, the version.
    private static func losslessSize(
        _ cutter: PhotoCutter, _ length: Int
    ) throws(PhotoRefusal) -> (width: Int, height: Int) {
        guard length >= 5, try cutter.byte(8) == 0x2f else { throw .malformed("a WebP with a wrong picture") }
        let bits = try cutter.littleEndian(9, bytes: 4)
        guard bits >> 29 == 0 else { throw .malformed("a WebP with a wrong picture") }
        return (1 + bits & 0x3fff, 1 + bits >> 14 & 0x3fff)
    }
}
