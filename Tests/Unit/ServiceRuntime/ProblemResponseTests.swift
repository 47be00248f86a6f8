import Hummingbird
import ServiceRuntime
import TestPeers
import Testing

@Suite struct ProblemResponseTests {
    @Test func aThrownProblemIsTheAnswer() async throws {
        let router = Router()
        router.get("/limited") { _, _ -> String in
            throw ProblemDetails(.tooManyRequests, extensions: [ProblemDetails.retryAfter: .integer(7)])
        }
        try await TestServer.with(router.buildResponder()) { port in
            let client = TestHTTPClient(port: port)
            let answer = try await client.get("/limited")
            #expect(answer.status == 429)
            #expect(answer.header("content-type") == "application/problem+json")
            #expect(answer.header("retry-after") == "7")
            #expect(try answer.decode(ProblemDetails.self).kind == .tooManyRequests)

            let padding = String(repeating: "x", count: HTTPBinding.maximumHeaderBytes + 1)
            let large = try? await client.get("/limited", headers: ["x-padding": padding])
            #expect(large == nil || large?.status == 431 || large?.status == 400)
        }
    }
}
