import Foundation
import ServiceRuntime
import Testing

@Suite struct EnvironmentReaderTests {
    private enum Color: String, CaseIterable { case red, green }

    @Test func readsEveryType() throws {
        var reader = EnvironmentReader([
            "NAME": "a", "COUNT": "3", "ON": "true", "WAIT_SECONDS": "5", "WAIT_MS": "250", "PORT": "8080",
            "SITE": "https://example.org/x", "COLOR": "green", "KEY": Data([1, 2, 3]).base64EncodedString(),
        ])
        #expect(reader.required("NAME", as: .string) == "a")
        #expect(reader.required("COUNT", as: .integer(in: 1...3)) == 3)
        #expect(reader.required("ON", as: .boolean) == true)
        #expect(reader.required("WAIT_SECONDS", as: .duration()) == .seconds(5))
        #expect(reader.required("WAIT_MS", as: .duration()) == .milliseconds(250))
        #expect(reader.required("PORT", as: .port) == 8_080)
        #expect(reader.required("SITE", as: .url()).host() == "example.org")
        #expect(reader.required("COLOR", as: .choice(of: Color.self)) == .green)
        #expect(reader.required("KEY", as: .base64(count: 3)) == [1, 2, 3])
        try reader.finish()
    }

    @Test func listsEveryProblemInTheOrderOfTheReads() {
        var reader = EnvironmentReader(["PORT": "0", "COLOR": "blue", "WAIT_SECONDS": "-1", "EMPTY": ""])
        _ = reader.required("MISSING", as: .string)
        _ = reader.required("PORT", as: .port)
        _ = reader.optional("COLOR", as: .choice(of: Color.self), default: .red)
        _ = reader.optional("WAIT_SECONDS", as: .duration())
        _ = reader.required("EMPTY", as: .string)
        reader.report("PORT", "and COLOR do not go together")
        let error = #expect(throws: ConfigurationError.self) { try reader.finish() }
        #expect(error?.problems.map(\.key) == ["MISSING", "PORT", "COLOR", "WAIT_SECONDS", "EMPTY", "PORT"])
        #expect(error?.description.contains("COLOR must be one of red, green, found \"blue\"") == true)
    }

    @Test(arguments: ["", "x", "1.5", "4", "99999999999999999999"])
    func aSetButWrongOptionalIsAProblemUnlessEmpty(text: String) {
        var reader = EnvironmentReader(["COUNT": text])
        #expect(reader.optional("COUNT", as: .integer(in: 1...3), default: 2) == (text.isEmpty ? 2 : 1))
        if text.isEmpty {
            #expect(throws: Never.self) { try reader.finish() }
        } else {
            #expect(throws: ConfigurationError.self) { try reader.finish() }
        }
    }

    @Test(arguments: ["9223372036854775807", "31536001"])
    func aDurationBeyondItsRangeIsAProblemAndNoCrash(text: String) {
        var reader = EnvironmentReader(["WAIT_SECONDS": text])
        _ = reader.required("WAIT_SECONDS", as: .duration())
        #expect(throws: ConfigurationError.self) { try reader.finish() }
    }

    @Test func secretsNeverAppearInProblems() {
        var reader = EnvironmentReader(["KEY": "hunter2", "PASSWORD_FILE": "/secret/path"], readFile: { _ in nil })
        _ = reader.required("KEY", as: .base64(count: 32), secret: true)
        _ = reader.required("PASSWORD", as: .string, secret: true)
        let error = #expect(throws: ConfigurationError.self) { try reader.finish() }
        #expect(error?.problems.count == 2)
        #expect(error?.description.contains("hunter2") == false)
        #expect(error?.description.contains("/secret/path") == false)
    }

    @Test func aSecretMayComeFromAFile() throws {
        var reader = EnvironmentReader(["PASSWORD_FILE": "/p"], readFile: { $0 == "/p" ? "geheim\n" : nil })
        #expect(reader.required("PASSWORD", as: .string, secret: true) == "geheim")
        try reader.finish()
    }

    @Test func bothASecretAndItsFileAreAProblem() {
        var reader = EnvironmentReader(["PASSWORD": "a", "PASSWORD_FILE": "/p"], readFile: { _ in "b" })
        _ = reader.required("PASSWORD", as: .string, secret: true)
        #expect(throws: ConfigurationError.self) { try reader.finish() }
    }

    @Test func onlySecretsAreReadFromFiles() {
        var reader = EnvironmentReader(["NAME_FILE": "/p"], readFile: { _ in "b" })
        let name: String? = reader.optional("NAME", as: .string)
        #expect(name == nil)
    }
}
