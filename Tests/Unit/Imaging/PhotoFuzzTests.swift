import Imaging
import TestPeers
import Testing
import UnitSupport

@Suite("Hostile photo files", .slow) struct PhotoFuzzTests {
    /// A small seeded generator, so that failures are reproducible.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return mixed ^ mixed >> 31
        }
    }

    /// Strips a file; an accepted file is within the limits, is not longer than before, and is accepted again
    /// unchanged.
    private func check(_ file: [UInt8], _ what: String) {
        do throws(PhotoRefusal) {
            let photo = try StrippedPhoto(file)
            let header = photo.header
            #expect(header.width * header.height <= 50_000_000 && max(header.width, header.height) <= 12_000, "\(what)")
            #expect((1...8).contains(header.orientation) && photo.bytes.count <= file.count, "\(what)")
            let again = try StrippedPhoto(photo.bytes)
            #expect(again.bytes == photo.bytes, "\(what)")
        } catch {
            #expect(!error.description.isEmpty)
        }
    }

    @Test(
        "photo: a truncated one is rejected, unless only trailing data is cut", arguments: SamplePhoto.accepted)
    func truncated(sample: SamplePhoto) throws {
        let file = try sample.bytes()
        let whole = try StrippedPhoto(file).bytes
        for length in stride(from: 0, to: file.count, by: 7) {
            let cut = Array(file.prefix(length))
            do throws(PhotoRefusal) {
                let bytes = try StrippedPhoto(cut).bytes
                #expect(bytes == whole, "\(sample) cut at \(length)")
            } catch {
                #expect([.truncated, .unknownFormat].contains(error), "\(sample) cut at \(length): \(error)")
            }
        }
    }

    @Test("photo: flipped bits and random bytes are rejected or harmless", arguments: SamplePhoto.allCases)
    func flipped(sample: SamplePhoto) throws {
        let file = try sample.bytes()
        var generator = Generator(state: 1)
        for round in 0..<400 {
            var bytes = file
            // Most changes are made at the beginning, where the headers are.
            let span = Bool.random(using: &generator) ? min(bytes.count, 600) : bytes.count
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<span, using: &generator)
                bytes[place] =
                    Bool.random(using: &generator)
                    ? bytes[place] ^ 1 << UInt8.random(in: 0..<8, using: &generator)
                    : UInt8.random(in: .min ... .max, using: &generator)
            }
            check(bytes, "\(sample) round \(round)")
        }
    }

    @Test("photo: wrong lengths are rejected", arguments: SamplePhoto.allCases)
    func lyingLengths(sample: SamplePhoto) throws {
        let file = try sample.bytes()
        let lies: [[UInt8]] = [
            [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff], [0x80, 0, 0, 0], [0, 0, 0, 0], [0xff, 0xff], [0, 0],
            [0, 1], [0xff, 0xff, 0xff, 0x7f],
        ]
        for place in stride(from: 0, to: min(file.count, 700), by: 1) {
            for lie in lies where place + lie.count <= file.count {
                var bytes = file
                bytes.replaceSubrange(place..<place + lie.count, with: lie)
                check(bytes, "\(sample) \(lie) at \(place)")
            }
        }
    }

    @Test("photo: randomly combined parts are rejected or harmless")
    func spliced() throws {
        let files = try SamplePhoto.allCases.map { try $0.bytes() }
        var generator = Generator(state: 2)
        for round in 0..<1_500 {
            let first = files.randomElement(using: &generator) ?? [],
                second = files.randomElement(using: &generator) ?? []
            let cut = Int.random(in: 0...min(first.count, 2_000), using: &generator)
            let from = Int.random(in: 0...second.count, using: &generator)
            check(Array(first.prefix(cut) + second[from...]), "round \(round)")
        }
    }

    @Test("photo: a maximum-size file of minimal parts is parsed in normal time")
    func manyParts() throws {
        let head = SamplePhoto.png(width: 10, height: 10, dataCount: 1)
        let chunk: [UInt8] = [0, 0, 0, 0] + Array("teSt".utf8) + [0, 0, 0, 0]
        var file = Array(head.prefix(33))
        while file.count < 14 << 20 { file += chunk }
        file += head.dropFirst(33)
        let time = ContinuousClock().measure { #expect((try? StrippedPhoto(file))?.bytes == head) }
        #expect(time < .seconds(120))
    }
}
