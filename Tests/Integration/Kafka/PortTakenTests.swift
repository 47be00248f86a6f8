import Foundation
import TestSupport
import Testing
import UnitSupport

@Suite("Dev broker port")
struct PortTakenTests {
    @Test("dev broker: a port in use is reported in one line")
    func portTaken() async throws {
        try await TestBroker.with { broker in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appending(path: "dev-broker")
            let port = try #require(broker.brokers.split(separator: ":").last)
            process.arguments = ["--port", String(port)]
            let errors = Pipe()
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            try await eventually("it ends") { !process.isRunning }
            #expect(process.terminationReason == .exit)
            let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            #expect(text.contains("port \(port) is not free"))
        }
    }
}
