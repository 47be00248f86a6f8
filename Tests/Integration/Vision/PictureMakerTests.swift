import EventContracts
import Foundation
import Photos
import SampleLabels
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Thumbnails")
struct PictureMakerTests {
    private let account = AccountID.random()

    private func withPhotos(_ body: (SealedPhotos) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let ring = MemoryKeyRing()
            try await ring.createKey(for: account.uuid)
            try await body(SealedPhotos(store: FilePhotoStore(root: directory.path), sealer: Sealer(keyRing: ring)))
        }
    }

    /// A picture of one color.
    private func plain(width: Int, height: Int) -> Picture {
        Picture(width: width, height: height) { $0.initializeMemory(as: UInt8.self, repeating: 128) }
    }

    @Test("thumbnails: stored upright in every width up to the photo's")
    func keepsPictures() async throws {
        try await withPhotos { photos in
            let key = PhotoKey.random(of: account), sample = try SampleLabel.named("traces-en")
            try await photos.put(try sample.bytes(), at: key)
            let maker = PictureMaker(photos: photos)
            let opener = PhotoOpener(photos: photos, decoder: Engines.decoder, pictures: maker)
            guard case .picture(let whole) = try await opener.open(key, orientation: 6) else {
                Issue.record("the photo was not opened")
                return
            }
            #expect(try await photos.pictures(of: key) == nil, "they would delay the analysis")
            let work = Task { await maker.run() }
            opener.addPictures(of: whole, key)
            try await eventually("the pictures are stored") { try await photos.pictures(of: key) != nil }
            work.cancel()
            let pictures = try #require(try await photos.pictures(of: key))
            for width in PictureWidth.allCases {
                let small = try await Engines.decoder.decode(try #require(pictures[width]))
                #expect(small.width <= min(width.rawValue, whole.width) && small.height <= 2 * width.rawValue)
                let ratio = Double(small.height) / Double(small.width)
                #expect(abs(ratio - Double(whole.height) / Double(whole.width)) < 0.03, "\(width)")
            }
            let smallest = try #require(pictures[.thumbnail]), largest = try #require(pictures[.large])
            #expect(smallest.count < largest.count && smallest.count < 20_000)
        }
    }

    @Test(
        "thumbnail: fits width and double height, and is never enlarged", .slow,
        arguments: [
            (48, 32, [48, 32], [48, 32]), (4_000, 3_000, [160, 120], [1_280, 960]),
            (3_000, 4_000, [160, 213], [1_280, 1_707]), (500, 8_000, [20, 320], [160, 2_560]),
        ])
    func sizes(width: Int, height: Int, thumbnail: [Int], large: [Int]) async throws {
        let pictures = PictureMaker.pictures(of: plain(width: width, height: height))
        for (size, name) in [(thumbnail, PictureWidth.thumbnail), (large, .large)] {
            let small = try await Engines.decoder.decode(try #require(pictures[name]))
            #expect([small.width, small.height] == size)
        }
    }

    @Test("thumbnails: none remain of removed or undecodable photos")
    func leavesNothing() async throws {
        try await withPhotos { photos in
            let key = PhotoKey.random(of: account), maker = PictureMaker(photos: photos)
            await maker.keep(plain(width: 300, height: 200), of: key)
            #expect(try await photos.pictures(of: key) == nil)
            try await photos.put(Array("no photo".utf8), at: key)
            let opened = try await PhotoOpener(photos: photos, decoder: Engines.decoder).open(key, orientation: 1)
            guard case .undecodable = opened else {
                Issue.record("it was decoded")
                return
            }
            #expect(try await photos.pictures(of: key) == nil)
        }
    }
}
