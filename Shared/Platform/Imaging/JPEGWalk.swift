import EventContracts

/// Walks the segments of a JPEG file (ITU-T T.81 annex B).
struct JPEGWalk {
    private var frame: (width: Int, height: Int)?
    private var exif: EXIF?
    private var scans = 0

    /// Maximum number of scans of a progressive photo; cameras and editors write about ten, and each costs the decoder
    /// one pass.
    private static let maxScans = 64

    /// Markers by their second byte.
    private enum Marker {
        static let start: UInt8 = 0xd8
        static let end: UInt8 = 0xd9
        static let scan: UInt8 = 0xda
        static let restarts: ClosedRange<UInt8> = 0xd0...0xd7
        /// Baseline, extended sequential and progressive, Huffman-coded.
        static let frames: ClosedRange<UInt8> = 0xc0...0xc2
        /// Lossless, hierarchical and arithmetic coding; DHT (0xc4) has a number in this range but is not a frame.
        static let rareFrames: Set<UInt8> = [
            0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xde, 0xdf,
        ]
        /// Huffman tables, quantisation tables, restart interval.
        static let tables: Set<UInt8> = [0xc4, 0xdb, 0xdd]
        static let jfif: UInt8 = 0xe0
        static let exif: UInt8 = 0xe1
        static let profile: UInt8 = 0xe2
        static let adobe: UInt8 = 0xee
        /// Application data and comments.
        static let applications: ClosedRange<UInt8> = 0xe0...0xef
        static let comment: UInt8 = 0xfe
    }

    static func walk(_ cutter: inout PhotoCutter, _ bounds: PhotoBounds) throws(PhotoRefusal) -> PhotoHeader {
        var walk = JPEGWalk()
        try cutter.keep(2)
        while try walk.segment(&cutter, bounds) {}
        guard let frame = walk.frame, walk.scans > 0 else { throw .malformed("a JPEG without a picture") }
        return PhotoHeader(
            format: .jpeg, width: frame.width, height: frame.height, orientation: walk.exif?.orientation ?? 1,
            focalLength: walk.exif?.focalLength)
    }

    /// Processes one segment; false after the last.
    private mutating func segment(_ cutter: inout PhotoCutter, _ bounds: PhotoBounds) throws(PhotoRefusal) -> Bool {
        guard try cutter.byte(0) == 0xff else { throw .malformed("a JPEG segment without a marker") }
        while try cutter.byte(1) == 0xff { try cutter.drop(1) }
        let marker = try cutter.byte(1)
        if marker == Marker.end {
            try cutter.keep(2)
            return false
        }
        let length = 2 + (try cutter.bigEndian(2, bytes: 2))
        guard length >= 4 else { throw .malformed("a JPEG segment too short for its length") }
        switch marker {
        case Marker.frames: try readFrame(&cutter, length, bounds)
        case Marker.scan: try passScan(&cutter, length)
        case _ where Marker.tables.contains(marker): try cutter.keep(length)
        case Marker.applications: try passApplication(marker, &cutter, length)
        case Marker.comment: try cutter.drop(length)
        case _ where Marker.rareFrames.contains(marker): throw .unsupported("an unsupported JPEG encoding")
        default: throw .malformed("a JPEG segment of no known kind")
        }
        return true
    }

    private mutating func readFrame(
        _ cutter: inout PhotoCutter, _ length: Int, _ bounds: PhotoBounds
    ) throws(PhotoRefusal) {
        guard frame == nil else { throw .malformed("a JPEG with two frames") }
        let height = try cutter.bigEndian(5, bytes: 2), width = try cutter.bigEndian(7, bytes: 2)
        let components = Int(try cutter.byte(9))
        guard length == 10 + 3 * components else { throw .malformed("a JPEG frame of the wrong length") }
        try bounds.check(width: width, height: height)
        guard try cutter.byte(4) == 8 else { throw .unsupported("JPEG with more than 8 bits a colour") }
        guard components == 1 || components == 3 else { throw .unsupported("JPEG in colours for print") }
        frame = (width, height)
        try cutter.keep(length)
    }

    /// Processes a scan's header and its coded data, up to the next marker other than a restart.
    private mutating func passScan(_ cutter: inout PhotoCutter, _ length: Int) throws(PhotoRefusal) {
        guard frame != nil else { throw .malformed("a JPEG scan before its frame") }
        scans += 1
        guard scans <= Self.maxScans else { throw .unsupported("JPEG with very many scans") }
        try cutter.keep(length)
        while true {
            guard let distance = cutter.distance(to: 0xff) else { throw .truncated }
            try cutter.keep(distance)
            let next = try cutter.byte(1)
            switch next {
            case 0x00, Marker.restarts: try cutter.keep(2)
            case 0xff: try cutter.drop(1)
            default: return
            }
        }
    }

    /// Keeps the application segments that affect colors: the bare JFIF header, the color profile, and Adobe's color
    /// transform.
    private mutating func passApplication(
        _ marker: UInt8, _ cutter: inout PhotoCutter, _ length: Int
    ) throws(PhotoRefusal) {
        let isKept =
            switch marker {
            case Marker.jfif: length == 18 && cutter.says("JFIF\0", at: 4)
            case Marker.profile: cutter.says("ICC_PROFILE\0", at: 4)
            case Marker.adobe: length == 16 && cutter.says("Adobe", at: 4)
            default: false
            }
        if isKept { return try cutter.keep(length) }
        if marker == Marker.exif, exif == nil, length > 10, cutter.says("Exif\0\0", at: 4) {
            exif = EXIF(try cutter.ahead(10, length - 10))
        }
        try cutter.drop(length)
    }
}
