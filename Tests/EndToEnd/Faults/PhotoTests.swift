import FaultBench
import Foundation
import Messaging
import Postgres
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Faults {
    /// The models come from `deploy/models`.
    @Suite("Photo failures", .oneStack)
    struct PhotoTests {
        private static let models = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../.local/models").standardized

        private static let foodModels = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Services/Vision/Models/food").standardized

        private static let decoder = programDirectory.appending(path: "vision-decoder")

        /// Ends the process in its first analysis, without a crash report.
        private static let deadly = ProcessingStage.analyzing.failPoint(at: 1)
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }

        /// Restarts `vision` with another environment.
        private func vision(of stack: TestStack, with extra: [String: String]) async throws -> ServiceProcess {
            let vision = stack.service("vision")
            _ = try await vision.terminate(within: .seconds(60))
            try await vision.start(with: extra)
            return vision
        }

        @Test(
            "VIS-18: a failing decoder fails one photo only")
        func decoders() async throws {
            try await TestStack.lent { stack in
                try await withTemporaryDirectory { directory in
                    // Behaves as the file says, otherwise like the real program.
                    let mood = directory.appending(path: "mood"), program = directory.appending(path: "decoder")
                    let lasting = directory.appending(path: "lasting")
                    let script = """
                        #!/bin/sh
                        mood=well
                        if read mood 2>&- < '\(mood.path)' && [ ! -e '\(lasting.path)' ]; then : > '\(mood.path)'; fi
                        case $mood in
                        crash) kill -SEGV $$ ;;
                        hang) while :; do :; done ;;
                        esac
                        exec '\(Self.decoder.path)'
                        """
                    try Data(script.utf8).write(to: program)
                    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
                    let vision = try await vision(of: stack, with: ["VISION_DECODER_PROGRAM": program.path])
                    try await vision.waitUntilReady()
                    let person = try await stack.gateway.register()
                    try Data().write(to: lasting)
                    for trouble in ["crash", "hang"] {
                        try Data("\(trouble)\n".utf8).write(to: mood)
                        let scan = try await person.answer(toPhoto: "clean-en.jpg")
                        #expect(scan.photo?.outcome == "undecodable" && scan.verdict == "couldNotRead", "\(trouble)")
                        #expect(!scan.complete)
                    }
                    try FileManager.default.removeItem(at: lasting)
                    try Data("crash\n".utf8).write(to: mood)
                    let passing = try await person.answer(toPhoto: "clean-en.jpg")
                    #expect(passing.photo?.outcome == "read", "one failure is retried")
                    #expect(try await person.answer(toPhoto: "clean-en.jpg").photo?.outcome == "read")
                    let hungry = try await person.answer(toPhoto: "decoding/hungry.png", type: "image/png")
                    #expect(hungry.photo?.outcome == "undecodable" && hungry.verdict == "couldNotRead")
                    #expect(try await person.answer(toPhoto: "clean-fr.jpg").photo?.outcome == "read")
                    #expect(vision.isRunning, "nothing of it reached the service")
                }
            }
        }

        @Test(
            "VIS-18: a photo that crashes its reader fails at the third attempt"
        )
        func readers() async throws {
            try await TestStack.lent { stack in
                let vision = try await vision(of: stack, with: Self.deadly)
                let person = try await stack.gateway.register(), other = try await stack.gateway.register()
                let poison = try await person.order(photo: "clean-en.jpg")
                #expect(try await vision.ending(within: .seconds(120)) == .killed(by: SIGSEGV))
                let waiting = try await other.order(photo: "clean-fr.jpg")
                #expect(try await other.scan("milk, sugar").verdict == "contains", "texts are answered meanwhile")
                try await vision.start(with: Self.deadly)
                #expect(try await vision.ending(within: .seconds(120)) == .killed(by: SIGSEGV))
                #expect(try await stack.count("SELECT max(attempts) FROM vision.jobs") == 2)
                // The photo would be readable now, but stays failed.
                try await vision.start()
                let scan = try await person.answer(to: poison)
                #expect(scan.photo?.outcome == "undecodable" && scan.verdict == "couldNotRead" && !scan.complete)
                #expect(try await other.answer(to: waiting).photo?.outcome == "read")
                #expect(try await person.answer(toPhoto: "clean-en.jpg").photo?.outcome == "read")
                #expect(try await stack.count("SELECT count(*) FROM vision.jobs") == 0)
            }
        }

        @Test("VIS-26: photos wait while a model is damaged, and are read later")
        func models() async throws {
            try await TestStack.lent { stack in
                try await withTemporaryDirectory { directory in
                    let vision = try await vision(of: stack, with: ["OCR_MODEL_DIR": directory.path])
                    let health = TestHTTPClient(port: vision.healthPort)
                    func isDown(saying reason: String, of file: String) async throws {
                        try await eventually("vision logs \(reason)") {
                            guard let answer = try? await health.get("/health/ready") else { return false }
                            return answer.status == 503 && answer.text.contains(reason) && answer.text.contains(file)
                                && answer.text.contains("deploy/models")
                        }
                        let published = try String(contentsOf: vision.log, encoding: .utf8).split(separator: "\n")
                            .filter { $0.contains("text reader not loaded") && $0.contains(reason) }
                        #expect(published.count == 1, "\(published)")
                    }
                    let names = ["PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"]
                    try await isDown(saying: "is missing", of: names[0])
                    // Durations measured before the fault stay valid for half a minute.
                    try await eventually("the duration of photos is unknown") {
                        try await stack.count(
                            """
                            SELECT count(*) FROM ingestion.vision_capacity
                            WHERE (body ->> 'workers')::integer > 0 AND measured_at > now() - interval '30 seconds'
                            """) == 0
                    }
                    let person = try await stack.gateway.register()
                    let command = try await person.order(photo: "clean-en.jpg")
                    #expect(command.delayed == true, "the waiting time is unknown")
                    #expect(try await person.scan("milk, sugar").verdict == "contains")

                    for name in names {
                        try FileManager.default.copyItem(
                            at: Self.models.appending(path: name), to: directory.appending(path: name))
                    }
                    var damaged = try Data(contentsOf: directory.appending(path: names[1]))
                    damaged[damaged.count / 2] ^= 1
                    try damaged.write(to: directory.appending(path: names[1]))
                    try await isDown(saying: "is damaged", of: names[1])
                    #expect(try await person.photoOperation(command.id).status == "pending")

                    damaged[damaged.count / 2] ^= 1
                    try damaged.write(to: directory.appending(path: names[1]))
                    #expect(try await person.answer(to: command).photo?.outcome == "read")
                    try await vision.waitUntilReady()
                }
            }
        }

        @Test(
            "VIS-26: without food models meals wait and labels are read"
        )
        func foodModels() async throws {
            try await TestStack.lent { stack in
                try await withTemporaryDirectory { directory in
                    let models = directory.appending(path: "food")
                    let vision = try await vision(of: stack, with: ["FOOD_MODEL_DIR": models.path])
                    let health = TestHTTPClient(port: vision.healthPort)
                    try await eventually("vision names the missing file") {
                        guard let answer = try? await health.get("/health/ready") else { return false }
                        return answer.status == 503 && answer.text.contains("labels.json is missing")
                    }
                    let person = try await stack.gateway.register()
                    let answer = try await person.http.send(
                        "POST", "/v1/meals", headers: ["content-type": "image/jpeg"], body: try SampleLabel.meal())
                    #expect(answer.status == 202)
                    #expect(try await person.answer(toPhoto: "clean-en.jpg").photo?.outcome == "read")
                    #expect(try await stack.count("SELECT count(*) FROM vision.jobs WHERE attempts = 0") == 1)
                    try FileManager.default.createSymbolicLink(at: models, withDestinationURL: Self.foodModels)
                    try await eventually("the meal is there") {
                        try await stack.count(
                            "SELECT count(*) FROM nutrition.meals WHERE account_id = \(person.id)") == 1
                    }
                    try await vision.waitUntilReady()
                    #expect(try await stack.count("SELECT count(*) FROM vision.jobs") == 0)
                }
            }
        }

        @Test("VIS-26: vision is not ready with an incomplete open vocabulary")
        func vocabulary() async throws {
            try await TestStack.lent { stack in
                try await withTemporaryDirectory { directory in
                    let folder = directory.appending(path: "open-vocabulary")
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let vision = try await vision(of: stack, with: ["FOOD_VOCABULARY_DIR": folder.path])
                    let health = TestHTTPClient(port: vision.healthPort)
                    try await eventually("vision names the missing file") {
                        guard let answer = try? await health.get("/health/ready") else { return false }
                        return answer.status == 503 && answer.text.contains("manifest.json is missing")
                    }
                    try FileManager.default.removeItem(at: folder)
                    try await vision.waitUntilReady()
                }
            }
        }
    }
}
