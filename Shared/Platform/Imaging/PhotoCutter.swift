import Foundation

/// Traverses a file once, from front to back, and keeps or drops each part.
///
/// Kept parts are moved to the front of the same memory, so that no copy is made. Every read is checked against the end
/// of the file: a wrong length counts as a truncated file.
struct PhotoCutter {
    private(set) var photo: [UInt8]
    private let isDry: Bool
    /// The next byte to read.
    private(set) var position = 0
    /// Number of kept bytes, at the front.
    private var kept = 0

    /// - Parameters:
    ///   - photo: The file.
    ///   - isDry: If true, nothing is moved, and `finish()` must not be called.
    init(_ photo: consuming [UInt8], isDry: Bool = false) {
        self.photo = photo
        self.isDry = isDry
    }

    var remaining: Int { photo.count - position }

    /// The byte at an offset from the current position.
    func byte(_ offset: Int) throws(PhotoRefusal) -> UInt8 {
        guard offset < remaining else { throw .truncated }
        return photo[position + offset]
    }

    /// The big-endian unsigned number at an offset from the current position.
    func bigEndian(_ offset: Int, bytes count: Int) throws(PhotoRefusal) -> Int {
        try ahead(offset, count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The little-endian unsigned number at an offset from the current position.
    func littleEndian(_ offset: Int, bytes count: Int) throws(PhotoRefusal) -> Int {
        try ahead(offset, count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// A slice at an offset from the current position.
    func ahead(_ offset: Int, _ count: Int) throws(PhotoRefusal) -> ArraySlice<UInt8> {
        guard offset <= remaining, count <= remaining - offset else { throw .truncated }
        return photo[(position + offset)..<(position + offset + count)]
    }

    /// Whether a text is at an offset from the current position.
    func says(_ text: StaticString, at offset: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset <= remaining, count <= remaining - offset else { return false }
        return text.withUTF8Buffer { photo[(position + offset)..<(position + offset + count)].elementsEqual($0) }
    }

    /// Distance to the next byte with a value, if any.
    func distance(to value: UInt8) -> Int? {
        photo.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.advanced(by: position), remaining > 0,
                let found = memchr(start, Int32(value), remaining)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }

    /// Keeps the next bytes.
    mutating func keep(_ count: Int) throws(PhotoRefusal) {
        guard count <= remaining else { throw .truncated }
        if !isDry {
            let from = position, to = kept
            if from != to {
                photo.withUnsafeMutableBytes { bytes in
                    guard let base = bytes.baseAddress else { return }
                    memmove(base + to, base + from, count)
                }
            }
            kept += count
        }
        position += count
    }

    /// Skips the next bytes.
    mutating func drop(_ count: Int) throws(PhotoRefusal) {
        guard count <= remaining else { throw .truncated }
        position += count
    }

    /// Overwrites bytes that were kept.
    mutating func patch(_ bytes: [UInt8], at place: Int) {
        guard !isDry, place + bytes.count <= kept else { return }
        photo.replaceSubrange(place..<place + bytes.count, with: bytes)
    }

    /// Number of kept bytes.
    var keptCount: Int { kept }

    /// The kept bytes.
    consuming func finish() -> [UInt8] {
        photo.removeSubrange(kept...)
        return photo
    }
}
