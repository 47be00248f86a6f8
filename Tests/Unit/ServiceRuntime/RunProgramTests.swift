import Testing

@testable import ServiceRuntime

@Suite("How a program ends after an error")
struct RunProgramTests {
    private struct Known: ExitCoded {
        let description = "the reason"
        let exitCode: Int32 = 69
    }

    private struct Other: Error, CustomStringConvertible {
        let description = "a private detail"
    }

    @Test("exit code: known errors print their reason, others only their type")
    func ends() {
        #expect(programEnd(after: Known()) == ("the reason", 69))
        let (line, code) = programEnd(after: Other())
        #expect(code == 70 && line.contains("Other") && !line.contains("private detail"))
    }
}
