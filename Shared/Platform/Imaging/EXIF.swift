/// The few facts that are read from EXIF before it is removed.
///
/// Malformed entries are skipped: a photo without a readable orientation is treated as upright.
struct EXIF {
    private(set) var orientation = 1
    private(set) var focalLength: FocalLength?

    /// Creates an empty value.
    init() {}

    /// Maximum number of entries of a directory that are read; cameras write about 60.
    private static let maxEntries = 512
    /// Plausible focal lengths of cameras, in millimeters.
    private static let plausible = 0.5...5_000.0

    private enum Tag {
        static let orientation = 0x0112
        static let directory = 0x8769
        static let focalLength = 0x920a
        static let focalLength35 = 0xa405
    }

    private enum FieldType {
        static let short = 3
        static let long = 4
        static let rational = 5
    }

    /// Reads a TIFF structure (EXIF 2.32 section 4.5).
    init(_ tiff: ArraySlice<UInt8>) {
        guard let reader = TIFFReader(tiff), let start = reader.number(4, bytes: 4) else { return }
        var millimeters: Double?, equivalent: Double?
        let main = reader.entries(at: start, maxCount: Self.maxEntries)
        for entry in main where entry.tag == Tag.orientation && entry.type == FieldType.short {
            if let value = reader.number(entry.place, bytes: 2), (1...8).contains(value) { orientation = value }
        }
        guard let pointer = main.first(where: { $0.tag == Tag.directory && $0.type == FieldType.long }),
            let detail = reader.number(pointer.place, bytes: 4)
        else { return }
        for entry in reader.entries(at: detail, maxCount: Self.maxEntries) {
            switch (entry.tag, entry.type) {
            case (Tag.focalLength, FieldType.rational): millimeters = reader.rational(at: entry.place)
            case (Tag.focalLength35, FieldType.short):
                equivalent = reader.number(entry.place, bytes: 2).map(Double.init)
            default: break
            }
        }
        focalLength = FocalLength(
            millimeters: millimeters.flatMap { Self.plausible.contains($0) ? $0 : nil },
            equivalent35: equivalent.flatMap { Self.plausible.contains($0) ? $0 : nil })
    }
}

/// Reads numbers of a TIFF structure at untrusted offsets.
private struct TIFFReader {
    struct Entry {
        let tag: Int
        let type: Int
        /// Offset of the value itself if it has at most four bytes, otherwise of its offset.
        let place: Int
    }

    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    init?(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 0x2a, 0x00]: isLittleEndian = true
        case [0x4d, 0x4d, 0x00, 0x2a]: isLittleEndian = false
        default: return nil
        }
    }

    func number(_ offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let part = bytes.dropFirst(offset).prefix(count)
        return isLittleEndian
            ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The rational number whose offset is stored at `place`.
    func rational(at place: Int) -> Double? {
        guard let offset = number(place, bytes: 4), let numerator = number(offset, bytes: 4),
            let denominator = number(offset + 4, bytes: 4), denominator > 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }

    /// The entries of a directory that are within the bytes.
    func entries(at offset: Int, maxCount: Int) -> [Entry] {
        guard let count = number(offset, bytes: 2) else { return [] }
        return (0..<min(count, maxCount)).compactMap { index in
            let place = offset + 2 + index * 12
            guard let tag = number(place, bytes: 2), let type = number(place + 2, bytes: 2),
                number(place + 8, bytes: 4) != nil
            else { return nil }
            return Entry(tag: tag, type: type, place: place + 8)
        }
    }
}
