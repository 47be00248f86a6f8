import Foundation
import IngestionCore
import IngestionService
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

@Suite("Sign-in timing") struct SignInTimingTests {
    /// Number of attempts of each kind: `SIGN_IN_TRIES`, or a few, which detect only a large difference.
    private static let tries = ProcessInfo.processInfo.environment["SIGN_IN_TRIES"].flatMap(Int.init) ?? 40

    /// Durations of some attempts in seconds, with their mean and its uncertainty.
    private struct Sample {
        var seconds: [Double] = []

        var mean: Double { seconds.reduce(0, +) / Double(seconds.count) }
        /// The standard error of the mean.
        var standardError: Double {
            let squares = seconds.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
            return (squares / Double(seconds.count - 1) / Double(seconds.count)).squareRoot()
        }
    }

    @Test("C4, GW-11: an unknown address takes as long as a wrong password")
    func sameTime() async throws {
        try await TestGateway.with {
            $0.rates.signInsPerAddress = 1_000_000
        } _: { gateway in
            let person = try await gateway.register()
            func seconds(_ email: String, _ password: String, status: Int) async throws -> Double {
                let start = ContinuousClock.now
                let answer = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": email, "password": password])
                let time = (ContinuousClock.now - start).timeInterval
                #expect(answer.status == status)
                return time
            }
            var unknown = Sample(), wrong = Sample()
            for number in 0..<Self.tries {
                // Both kinds alternate, so that other load of the machine affects both.
                unknown.seconds.append(
                    try await seconds("nobody-\(number)@example.com", "not the password", status: 401))
                wrong.seconds.append(try await seconds(person.email, "not the password", status: 401))
                // Resets the count of failures, so that sign-in is not slowed down.
                if number % 4 == 3 { _ = try await seconds(person.email, person.password, status: 201) }
            }
            let difference = abs(unknown.mean - wrong.mean)
            let chance = 3 * (unknown.standardError + wrong.standardError)
            print(
                """
                sign-in, \(Self.tries) tries each: unknown \(unknown.mean * 1_000) ms, wrong \(wrong.mean * 1_000) ms,
                """,
                "difference \(difference * 1_000) ms, chance \(chance * 1_000) ms")
            #expect(difference < 0.002 + (Self.tries < 500 ? chance : 0))
        }
    }
}
