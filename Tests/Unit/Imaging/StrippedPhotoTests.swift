import EventContracts
import Foundation
import Imaging
import TestPeers
import Testing
import UnitSupport

@Suite("Photo metadata removal") struct StrippedPhotoTests {
    private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        Data(bytes).range(of: Data(text.utf8)) != nil
    }

    @Test(
        "GW-33: location and device are removed, orientation is kept",
        arguments: [
            (SamplePhoto.jpeg, PhotoFormat.jpeg, 6, true), (.progressive, .jpeg, 1, false), (.png, .png, 3, true),
            (.webp, .webp, 8, true), (.plainWebP, .webp, 1, false), (.lossless, .webp, 1, false),
        ])
    func stripped(sample: SamplePhoto, format: PhotoFormat, orientation: Int, tells: Bool) throws {
        let file = try sample.bytes()
        let photo = try StrippedPhoto(file)
        let focalLength = tells ? FocalLength(millimeters: 4.25, equivalent35: 26) : nil
        #expect(
            photo.header
                == PhotoHeader(
                    format: format, width: 320, height: 240, orientation: orientation, focalLength: focalLength))
        #expect(try PhotoHeader(of: file) == photo.header)
        #expect(contains(file, SamplePhoto.secret) == tells)
        for trace in [SamplePhoto.secret, "Exif", "EXIF", "eXIf", "xmp", "tEXt", "zTXt", "2026:01:02"] {
            #expect(!contains(photo.bytes, trace), "\(trace)")
        }
        #expect(contains(photo.bytes, "sRGB") == contains(file, "sRGB"), "the colour profile stays")
        let again = try StrippedPhoto(photo.bytes)
        #expect(again.bytes == photo.bytes && again.header.width == 320 && again.header.orientation == 1)
    }

    @Test("NUT-23: a shared JPEG keeps its orientation and nothing else")
    func oriented() throws {
        let photo = try StrippedPhoto(SamplePhoto.jpeg.bytes())
        for turn in 2...8 {
            let handed = OrientedPhoto.bytes(photo.bytes, .jpeg, orientation: turn)
            #expect(handed.count == photo.bytes.count + 36)
            let read = try StrippedPhoto(handed)
            #expect(read.bytes == photo.bytes && read.header.orientation == turn && read.header.focalLength == nil)
        }
        for (format, turn) in [(PhotoFormat.jpeg, 1), (.jpeg, 0), (.jpeg, 9), (.png, 6), (.webp, 6)] {
            #expect(OrientedPhoto.bytes(photo.bytes, format, orientation: turn) == photo.bytes)
        }
        #expect(OrientedPhoto.bytes([1, 2, 3], .jpeg, orientation: 6) == [1, 2, 3])
    }

    @Test("stripped photo: image data stays identical")
    func pictureStays() throws {
        for sample in SamplePhoto.accepted {
            let file = try sample.bytes()
            let bytes = try StrippedPhoto(file).bytes
            let tail = bytes.suffix(1_500)
            if sample != .webp { #expect(Data(file).range(of: Data(tail)) != nil, "\(sample)") }
            #expect(bytes.count <= file.count && bytes.count > 1_500)
        }
    }

    @Test("stripped photo: data after the end of the image is removed")
    func trailingBytes() throws {
        for sample in SamplePhoto.accepted {
            let file = try sample.bytes()
            let longer = try StrippedPhoto(file + Array("\(SamplePhoto.secret) and a second file".utf8))
            #expect(longer.bytes == (try StrippedPhoto(file)).bytes)
        }
    }

    @Test("stripped WebP: gets its new length and no metadata flags")
    func webpHeader() throws {
        let bytes = try StrippedPhoto(SamplePhoto.webp.bytes()).bytes
        let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(size == bytes.count - 8 && bytes[20] & 0x0c == 0 && bytes[20] & 0x20 != 0)
    }

    @Test("stripped photo: animations, print colors and HEIC are rejected")
    func refused() throws {
        #expect(throws: PhotoRefusal.animated) { try StrippedPhoto(SamplePhoto.animatedPNG.bytes()) }
        #expect(throws: PhotoRefusal.animated) { try StrippedPhoto(SamplePhoto.animatedWebP.bytes()) }
        #expect(throws: PhotoRefusal.unsupported("JPEG in colours for print")) {
            try StrippedPhoto(SamplePhoto.print.bytes())
        }
        let box = [UInt8](repeating: 0, count: 3) + [24] + Array("ftyp".utf8)
        for (brands, format) in [
            ("heic\0\0\0\0mif1heic", PhotoFormat.RefusedFormat.heic), ("mif1\0\0\0\0mif1heix", .heic),
            ("avif\0\0\0\0mif1miaf", .avif), ("mif1\0\0\0\0mif1avif", .avif),
        ] {
            let refusal = #expect(throws: PhotoRefusal.self) { try StrippedPhoto(box + Array(brands.utf8)) }
            #expect(refusal == .refusedFormat(format) && refusal?.description.contains("JPEG") == true)
        }
        for text in ["", "GIF89a", "%PDF-1.7", "<svg>", "\0\0\0\u{18}ftypmp42", "BM", "RIFF\0\0\0\0AVI "] {
            #expect(throws: PhotoRefusal.unknownFormat) { try StrippedPhoto(Array(text.utf8)) }
        }
    }

    @Test("stripped photo: size limits are checked from the header")
    func bounds() throws {
        #expect(try PhotoHeader(of: SamplePhoto.png(width: 12_000, height: 4_166, dataCount: 10)).height == 4_166)
        #expect(throws: PhotoRefusal.tooManyPixels(width: 12_000, height: 4_167)) {
            try StrippedPhoto(SamplePhoto.png(width: 12_000, height: 4_167, dataCount: 10))
        }
        #expect(throws: PhotoRefusal.sideTooLong(width: 12_001, height: 1)) {
            try StrippedPhoto(SamplePhoto.png(width: 12_001, height: 1, dataCount: 10))
        }
        #expect(throws: PhotoRefusal.malformed("a photo without pixels")) {
            try StrippedPhoto(SamplePhoto.png(width: 0, height: 1, dataCount: 10))
        }
        #expect(throws: PhotoRefusal.tooManyBytes(max: 15 << 20)) {
            try StrippedPhoto(Array(repeating: 0xff, count: 15 << 20 + 1))
        }
    }

    @Test("photo: a 109 kB PNG declaring 900 megapixels is rejected in 100 ms")
    func bomb() async throws {
        let file = SamplePhoto.png(width: 30_000, height: 30_000, dataCount: 109_000)
        let time = await fastest(of: 100, until: .milliseconds(100)) {
            #expect(throws: PhotoRefusal.sideTooLong(width: 30_000, height: 30_000)) { try StrippedPhoto(file) }
        }
        #expect(time < .milliseconds(100))
        let scale = 2_000
        let small = SamplePhoto.png(width: scale, height: scale, dataCount: 109_000)
        #expect(try StrippedPhoto(small).bytes == small)
    }
}
