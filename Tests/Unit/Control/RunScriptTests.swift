import Foundation
import Testing

@Suite("deploy/run: errors for wrong arguments")
struct RunScriptTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../deploy/run").standardized

    private struct Answer: Equatable {
        let status: Int32
        let output: String
        let error: String
    }

    private func run(_ arguments: [String]) throws -> Answer {
        let process = Process(), output = Pipe(), error = Pipe()
        process.executableURL = Self.script
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = error
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let failed = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Answer(
            status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
            error: String(decoding: failed, as: UTF8.self))
    }

    @Test("restart: prints its usage without exactly one service name", arguments: [[], ["allergen", "vision"]])
    func restart(names: [String]) throws {
        let expected = Answer(
            status: 1, output: "",
            error: "Usage: deploy/run restart SERVICE (deploy/run status lists the services)\n")
        #expect(try run(["restart"] + names) == expected)
    }

    @Test("deploy/run: an environment needs a name usable as a folder", arguments: [[], ["../x"], ["Test"], ["-"]])
    func environment(names: [String]) throws {
        let expected = Answer(status: 1, output: "", error: "A name of an environment such as test.\n")
        #expect(try run(["--environment"] + names) == expected)
        #expect(try run(["--environment", "test", "strat"]).error.hasPrefix("Unknown command strat"))
    }

    @Test("deploy/run: an unknown command lists the known ones")
    func unknown() throws {
        let expected = Answer(status: 1, output: "", error: "Unknown command strat; see deploy/run help.\n")
        #expect(try run(["strat"]) == expected)
    }
}
