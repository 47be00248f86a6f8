import EventContracts

extension PhotoFormat {
    /// The media type, as `image/jpeg`.
    package var mediaType: String { "image/\(rawValue)" }

    /// The format of a media type in lower case, without parameters; nil if it is not supported.
    package init?(mediaType: String) {
        guard let format = Self.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = format
    }

    /// The format that a file's first bytes state.
    package enum Signature: Sendable, Equatable {
        case known(PhotoFormat)
        /// Formats of newer phones, HEIC and AVIF, which are not supported
        /// (docs/decisions/0009-refuse-heic-and-avif-photos.md).
        case refused(RefusedFormat)
        case unknown
    }

    /// Formats that are recognized only to explain to the person how to convert them.
    package enum RefusedFormat: String, Sendable {
        case heic, avif
    }

    /// Maximum number of bytes that `signature(of:)` reads.
    private static let signatureSpan = 64

    /// Checks the magic bytes.
    package static func signature(of bytes: some RandomAccessCollection<UInt8>) -> Signature {
        let start = Array(bytes.prefix(signatureSpan))
        if start.starts(with: [0xff, 0xd8, 0xff]) { return .known(.jpeg) }
        if start.starts(with: PNGWalk.signature) { return .known(.png) }
        if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return .known(.webp)
        }
        guard start.dropFirst(4).starts(with: Array("ftyp".utf8)) else { return .unknown }
        // ISO/IEC 14496-12 section 4.3: the major brand, its version, compatible brands.
        let brands = stride(from: 8, to: start.count - 3, by: 4).filter { $0 != 12 }.map { place in
            String(decoding: start[place..<place + 4], as: UTF8.self)
        }
        if brands.contains(where: ["avif", "avis"].contains) { return .refused(.avif) }
        return brands.contains(where: heicBrands.contains) ? .refused(.heic) : .unknown
    }

    /// ISO/IEC 23008-12 annex B, and the structural brands of annex 10.
    private static let heicBrands: Set = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1",
    ]
}
