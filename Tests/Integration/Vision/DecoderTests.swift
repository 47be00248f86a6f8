import CDecoderLink
import Foundation
import Imaging
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

/// Passes valid, unusual and hostile files to the real decoder.
struct DecoderTests {
    /// The colors of the quarters in order: red, green (top); blue, yellow (bottom).
    enum Quarter: String, Sendable {
        case red, green, blue, yellow

        static func at(_ x: Int, _ y: Int, of picture: Picture) -> Quarter? {
            let pixel = picture.withPixels { pixels in
                (0..<3).map { Int(pixels[(y * picture.width + x) * Picture.bytesPerPixel + $0]) }
            }
            switch (pixel[0] > 127, pixel[1] > 127, pixel[2] > 127) {
            case (false, false, true): return .red
            case (false, true, false): return .green
            case (true, false, false): return .blue
            case (false, true, true): return .yellow
            default: return nil
            }
        }

        /// Top left, top right, bottom left, bottom right.
        static func all(of picture: Picture) -> [Quarter?] {
            let left = picture.width / 4, right = picture.width * 3 / 4
            let top = picture.height / 4, bottom = picture.height * 3 / 4
            return [
                at(left, top, of: picture), at(right, top, of: picture), at(left, bottom, of: picture),
                at(right, bottom, of: picture),
            ]
        }
    }

    static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Engines.pictures.appending(path: name)))
    }

    @Test(
        "decoder: decodes every supported format",
        arguments: [
            "plain.jpg", "progressive.jpg", "ink.jpg", "plain.png", "palette.png", "lossy.webp", "lossless.webp",
            "notes.jpg", "notes.png", "notes.webp",
        ])
    func decodes(name: String) async throws {
        let picture = try await Engines.decoder.decode(Self.file(name))
        #expect(picture.width == 48)
        #expect(picture.height == 32)
        #expect(Quarter.all(of: picture) == [.red, .green, .blue, .yellow])
    }

    @Test(
        "decoder: rotates an image upright",
        arguments: [
            (1, [Quarter.red, .green, .blue, .yellow]), (2, [.green, .red, .yellow, .blue]),
            (3, [.yellow, .blue, .green, .red]), (4, [.blue, .yellow, .red, .green]),
            (5, [.red, .blue, .green, .yellow]), (6, [.blue, .red, .yellow, .green]),
            (7, [.yellow, .green, .blue, .red]), (8, [.green, .yellow, .red, .blue]),
        ])
    func turns(orientation: Int, quarters: [Quarter]) async throws {
        let picture = try await Engines.decoder.decode(Self.file("plain.jpg"), orientation: orientation)
        #expect(picture.width == (orientation < 5 ? 48 : 32))
        #expect(Quarter.all(of: picture) == quarters)
    }

    @Test("decoder: transparent pixels become white", arguments: ["transparent.png", "transparent.webp"])
    func laysOnWhite(name: String) async throws {
        let picture = try await Engines.decoder.decode(Self.file(name))
        let darkest = picture.withPixels { $0.min() ?? 0 }
        #expect(darkest > 127)
    }

    @Test("decoder: its output never exceeds 13 megapixels", .slow, arguments: ["large.jpg", "large.png"])
    func scalesDown(name: String) async throws {
        let picture = try await Engines.decoder.decode(Self.file(name))
        #expect(picture.width == 2_100 && picture.height == 1_600)
        #expect(picture.originalWidth == 4_200 && picture.originalHeight == 3_200)
        #expect(Quarter.all(of: picture) == [.red, .green, .blue, .yellow])
    }

    @Test(
        "decoder: rejects invalid input and continues",
        arguments: [
            ("bomb.png", DecoderError.Code.tooLarge), ("short.png", .damaged), ("animated.webp", .unsupported),
            ("hungry.png", .tooLarge),
        ])
    func refuses(name: String, code: DecoderError.Code) async throws {
        let pool = DecoderPool(program: Engines.decoderProgram, size: 1)
        await #expect(throws: DecoderError(code)) { try await pool.decode(Self.file(name)) }
        _ = try await pool.decode(Self.file("plain.jpg"))
        #expect(pool.startedCount == 1)
    }

    @Test("decoder: a decompression bomb is rejected within 100 ms")
    func refusesBombQuickly() async throws {
        let pool = DecoderPool(program: Engines.decoderProgram, size: 1)
        _ = try await pool.decode(Self.file("plain.jpg"))
        let bomb = try Self.file("bomb.png")
        let time = await fastest(of: 200, until: .milliseconds(100)) {
            await #expect(throws: DecoderError(.tooLarge)) { try await pool.decode(bomb) }
        }
        #expect(time < .milliseconds(100))
    }

    @Test(
        "decoder: a truncated file is rejected",
        arguments: ["plain.jpg", "progressive.jpg", "plain.png", "lossy.webp", "lossless.webp"])
    func refusesEveryPrefix(name: String) async throws {
        let file = try Self.file(name)
        let whole = try StrippedPhoto(file).bytes.count
        for length in stride(from: 1, to: whole - 24, by: max(1, whole / 60)) {
            await #expect(throws: DecoderError.self, "\(length) of \(whole)") {
                try await Engines.decoder.decode(Array(file[..<length]))
            }
        }
    }

    @Test(
        "decoder: survives mutated files",
        arguments: ["progressive.jpg", "palette.png", "lossy.webp", "ink.jpg"])
    func survivesMutation(name: String) async throws {
        let file = try Self.file(name)
        var random = SeededGenerator(seed: 4)
        let pool = DecoderPool(program: Engines.decoderProgram, size: 2)
        for _ in 0..<UnitRun.rounds(200) {
            var mutated = file
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                mutated[Int.random(in: 0..<mutated.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? await pool.decode(mutated, orientation: Int.random(in: 1...8, using: &random))
        }
        let picture = try await pool.decode(Self.file("plain.jpg"))
        #expect(Quarter.all(of: picture) == [.red, .green, .blue, .yellow])
    }

    @Test("decoder: runs sandboxed while decoding")
    func isConfined() async throws {
        let pool = DecoderPool(program: Engines.decoderProgram, size: 1)
        _ = try await pool.decode(Self.file("plain.jpg"))
        let own = try #require(pool.waitingProcesses.first)
        let status = try String(contentsOfFile: "/proc/\(own)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2"))
        #expect(status.contains("NoNewPrivs:\t1"))
        let limits = try String(contentsOfFile: "/proc/\(own)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max address space +536870912/#))
        #expect(limits.contains(#/Max cpu time +60 /#))
        #expect(limits.contains(#/Max open files +0 /#))
        withExtendedLifetime(pool) {}
    }

    @Test("decoder: a killed process is replaced")
    func replacesTheDead() async throws {
        let pool = DecoderPool(program: Engines.decoderProgram, size: 1)
        _ = try await pool.decode(Self.file("plain.jpg"))
        let own = try #require(pool.waitingProcesses.first)
        kill(own, SIGKILL)
        try await eventually("the process has ended") { !isAlive(own) }
        _ = try await pool.decode(Self.file("plain.jpg"))
        #expect(pool.startedCount == 2)
    }

    @Test("decoder: a hung process is killed and replaced")
    func replacesTheHanging() async throws {
        let pool = DecoderPool(program: Engines.decoderProgram, size: 1, timeout: .milliseconds(300))
        // Starting a decoder may exceed the short timeout.
        let file = try Self.file("plain.jpg")
        try await eventually("it decodes") { (try? await pool.decode(file)) != nil }
        let own = try #require(pool.waitingProcesses.first), count = pool.startedCount
        kill(own, SIGSTOP)
        await #expect(throws: DecoderError(.tookTooLong)) { try await pool.decode(file) }
        #expect(!isAlive(own))
        try await eventually("its replacement decodes") { (try? await pool.decode(file)) != nil }
        #expect(pool.startedCount > count)
    }

    @Test("decoder: a missing program is reported")
    func missingProgram() async {
        let pool = DecoderPool(program: URL(filePath: "/nowhere/vision-decoder"))
        await #expect(throws: DecoderError(.unavailable)) { try await pool.decode(Self.file("plain.jpg")) }
    }

    @Test("decoder: its limits equal the gateway's")
    func limitsAgree() {
        let bounds = PhotoBounds()
        #expect(Int(DECODER_LIMIT_BYTES) == bounds.maxBytes)
        #expect(Int(DECODER_LIMIT_PIXELS) == bounds.maxPixels)
        #expect(Int(DECODER_LIMIT_SIDE) == bounds.maxSide)
    }
}

/// Whether a process runs or is ready to run; false if it has ended but was not reaped.
private func isAlive(_ process: pid_t) -> Bool {
    guard let record = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = record.lastIndex(of: ")")
    else { return false }
    let state = record[record.index(after: end)...].split(separator: " ").first
    return state != "Z" && state != "X"
}
