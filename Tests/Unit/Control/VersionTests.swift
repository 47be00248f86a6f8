import ArgumentParser
import Foundation
import IngestionCore
import Testing

@testable import ControlService

@Suite("Version") struct VersionTests {
    @Test("fmctl --version: prints the newest release of CHANGELOG.md")
    func version() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let log = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let newest = try #require(log.firstMatch(of: /\n## \[([0-9][^\]]*)\]/)?.output.1)
        #expect(ControlTool.configuration.version == String(newest) && GatewayCore.version == newest)
    }
}
