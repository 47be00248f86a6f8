import Foundation
import ServiceRuntime
import Testing

@Suite struct ProblemDetailsTests {
    @Test func jsonIsRFC9457() throws {
        let problem = ProblemDetails(
            .invalidFields, detail: "Two fields are wrong.",
            errors: [
                .init(
                    pointer: "/allergens/0",
                    .init(.notAChoice, "unknown code", ["choices": .texts(["milk"]), "max": 3]))
            ],
            extensions: ["retryAfter": .integer(3), "codes": .strings(["milk"]), "status": .integer(1)], instance: "c-1"
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(problem), as: UTF8.self)
        let parts = [
            #"{"codes":["milk"],"detail":"Two fields are wrong.","#,
            #""errors":[{"code":"not-a-choice","detail":"unknown code","pointer":"/allergens/0","#,
            #""values":{"choices":["milk"],"max":3}}],"instance":"c-1","retryAfter":3,"#,
            #""status":422,"title":"Some fields are not valid","#,
            #""type":"/problems/invalid-fields"}"#,
        ]
        #expect(json == parts.joined())
        #expect(try JSONDecoder().decode(ProblemDetails.self, from: Data(json.utf8)) == problem)
    }

    @Test func membersOfNewerVersionsAreReadOver() throws {
        let json = #"{"type":"urn:x","title":"t","status":418,"extra":{"a":[1,2.5]},"flag":true}"#
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: Data(json.utf8))
        #expect(problem.kind == nil)
        #expect(problem.statusCode == 418)
        #expect(problem.extensions == ["flag": .boolean(true)])
    }

    @Test("field errors: an unknown or missing code is read as `invalid`")
    func codesOfNewerVersions() throws {
        let json =
            #"{"type":"urn:x","title":"t","status":422,"errors":[{"pointer":"/a","detail":"d","code":"new"},"#
            + #"{"parameter":"b","detail":"e"},{"pointer":"/c","detail":"f","code":"too-short","values":{"min":1.5}}]}"#
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: Data(json.utf8))
        #expect(problem.errors?.map(\.code) == [.invalid, .invalid, .tooShort])
        #expect(problem.errors?.last?.fault.values == ["min": .number(1.5)])
    }

    @Test(arguments: FieldCode.allCases)
    func everyFieldCodeIsAStableSlug(code: FieldCode) {
        #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    }

    @Test func theRunningTasksCorrelationIdIsTheInstance() {
        let trace = TraceContext.root()
        let problem = TraceContext.$current.withValue(trace) { ProblemDetails(.notFound) }
        #expect(problem.instance == trace.correlationIDText)
        #expect(ProblemDetails(.notFound).instance == nil)
    }

    @Test(arguments: ProblemKind.allCases)
    func everyKindHasAnErrorStatusAndAStableSlug(kind: ProblemKind) {
        #expect((400...599).contains(kind.statusCode))
        #expect(!kind.title.isEmpty)
        #expect(kind.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
        #expect(ProblemDetails(kind).kind == kind)
    }

    @Test("GW-49: a logged problem has kind and status, not the input")
    func theDescriptionHoldsNoDetails() {
        let problem = ProblemDetails(.conflict, detail: "person@example.org")
        #expect(safeDescription(of: problem) == "problem conflict (409)")
    }
}
