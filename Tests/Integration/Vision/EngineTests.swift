import Foundation
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

@Suite(.slow)
struct EngineTests {
    /// The error of an action; if it succeeds, an issue is recorded.
    private func failure(
        at location: SourceLocation = #_sourceLocation, of action: () async throws -> some Any
    ) async -> RecognitionError? {
        do {
            _ = try await action()
            Issue.record("nothing failed", sourceLocation: location)
        } catch let error as RecognitionError {
            return error
        } catch {
            Issue.record("failed with \(error)", sourceLocation: location)
        }
        return nil
    }

    @Test("recognizer: a missing library gives one clear error, not a crash")
    func missingLibrary() async {
        var elsewhere = Engines.models
        elsewhere.libraryDirectory = URL(filePath: "/nowhere")
        let models = elsewhere
        let error = await failure { try await PaddleOCR.load(models, workers: 1, waiting: 1) }
        #expect(error?.code == .engineMissing)
        #expect(error?.reason.contains("deploy/models") == true)
    }

    @Test("recognizer: a missing or damaged model gives one clear error", arguments: [nil, "not a model"])
    func damagedModel(content: String?) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let models = PaddleModels(libraryDirectory: Engines.models.libraryDirectory, modelDirectory: directory)
        if let content { try Data(content.utf8).write(to: models.detection) }
        let error = await failure { try await PaddleOCR.load(models, workers: 1, waiting: 1) }
        #expect(error?.code == .modelMissing)
        #expect(error?.reason.contains("PP-OCRv6_det_small.onnx") == true)
    }

    @Test("deploy/models: pins the files the text recognizer expects")
    func pinsAgree() throws {
        let script = try String(contentsOf: Engines.root.appending(path: "deploy/models"), encoding: .utf8)
        #expect(script.contains(PaddleModels.detectionDigest))
        #expect(script.contains(PaddleModels.recognitionDigest))
    }

    @Test("text recognition: ends at its deadline")
    func stopsAtDeadline() async throws {
        let picture = try await SampleLabel.named("clean-en").picture()
        let reader = try await Engines.paddle()
        let error = await failure { try await reader.read(picture, .label, deadline: .now) }
        #expect(error?.code == .stopped)
        let reading = try await reader.read(picture, .label, deadline: .soon)
        #expect(reading.lines.count == 4)
    }

    @Test("text recognition: ends when its caller is cancelled")
    func stopsWhenCancelled() async throws {
        let picture = try await SampleLabel.named("clean-en").picture()
        let reader = try await Engines.paddle()
        let task = Task { try await reader.read(picture, .label, deadline: .soon) }
        task.cancel()
        let error = await #expect(throws: RecognitionError.self) { _ = try await task.value }
        #expect(error?.code == .stopped)
    }

    @Test("text recognition: photos above the queue limit are refused")
    func turnsAway() async throws {
        let picture = try await SampleLabel.named("clean-en").picture()
        let reader = try await PaddleOCR.load(Engines.models, workers: 1, waiting: 1)
        let codes = await withTaskGroup(of: RecognitionError.Code?.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    do throws(RecognitionError) {
                        _ = try await reader.read(picture, .label, deadline: .soon)
                        return nil
                    } catch { return error.code }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.contains(.busy))
        #expect(codes.contains(nil))
        #expect(codes.allSatisfy { $0 == .busy || $0 == nil })
    }

    @Test("text recognition: a picture without text has no lines")
    func blankPicture() async throws {
        let picture = Picture(width: 640, height: 480) { $0.initializeMemory(as: UInt8.self, repeating: 200) }
        let reading = try await Engines.paddle().read(picture, .label, deadline: .soon)
        #expect(reading.lines.isEmpty)
        #expect(Completeness.judge(reading).gaps == [.noText])
    }

    @Test(
        "text recognition: pictures of any shape are read or empty",
        arguments: [(1, 1), (3, 4_000), (4_000, 3), (33, 31)])
    func oddShapes(width: Int, height: Int) async throws {
        let picture = Picture(width: width, height: height) { $0.initializeMemory(as: UInt8.self, repeating: 90) }
        let reading = try await Engines.paddle().read(picture, .label, deadline: .soon)
        #expect(reading.lines.isEmpty)
    }

    @Test("VIS-17: text recognition: characters have positions")
    func placesCharacters() async throws {
        let reading = try await Engines.paddle().read(
            SampleLabel.named("clean-en").picture(), .label, deadline: .soon)
        let first = try #require(reading.lines.first)
        #expect(first.text.hasPrefix("INGREDIENTS:"))
        let positions = first.characters.map(\.position)
        #expect(positions == positions.sorted())
        // "INGREDIENTS:" takes 12 of the line's 54 characters, in capitals.
        let colon = try #require(first.characters.firstIndex { $0.scalar == ":" })
        #expect((0.2...0.32).contains(positions[colon]))
        #expect(first.confidence > 0.9)
    }

    @Test("text recognition: an illegible photo is unreliable, a clean one not")
    func judges() async throws {
        let reader = try await Engines.paddle()
        let unreadable = try await reader.read(SampleLabel.named("unreadable-en").picture(), .label, deadline: .soon)
        #expect(!Completeness.judge(unreadable).isVouched)
        let clean = try await reader.read(SampleLabel.named("clean-en").picture(), .label, deadline: .soon)
        #expect(Completeness.judge(clean).gaps == [])
    }

    @Test("VIS-26: Tesseract reads the same photo behind the same protocol", arguments: ["clean-en", "clean-fr"])
    func tesseractReads(name: String) async throws {
        let photo = try SampleLabel.named(name)
        let reader: any TextReader = try await Tesseract.load(workers: 1, waiting: 4)
        #expect(reader.predictor.name == "tesseract")
        let reading = try await reader.read(photo.picture(), .label, deadline: .soon)
        #expect(errorRate(of: folded(reading.text), against: folded(photo.text)) <= 0.1, "\(reading.text)")
        #expect(reading.lines.allSatisfy { (0...1).contains($0.confidence) })
    }

    @Test func tesseractEndsAtItsDeadline() async throws {
        let reader = try await Tesseract.load(workers: 1, waiting: 4)
        let picture = try await SampleLabel.named("clean-en").picture()
        let error = await failure { try await reader.read(picture, .label, deadline: .now) }
        #expect(error?.code == .stopped)
    }

    @Test func tesseractMissing() async {
        let error = await failure {
            try await Tesseract.load(program: URL(filePath: "/nowhere/tesseract"), workers: 1, waiting: 1)
        }
        #expect(error?.code == .engineMissing)
    }
}
