import EventContracts
import Foundation
import ServiceRuntime

/// Renders pages and pictures, which takes tens of milliseconds each: few at once, shared fairly between accounts.
package struct Drawing: Sendable {
    /// Maximum number of concurrent renderings.
    private static let atOnce = 2
    /// Maximum number of waiting renderings.
    private static let queue = 200
    /// `Retry-After` when the queue is full.
    private static let retryAfter = Duration.seconds(1)

    let lanes = WorkLanes(label: "drawing", lanes: atOnce, capacity: queue)

    /// Renders for an account.
    ///
    /// - Throws: `ProblemDetails` if too many wait; the error of `work`.
    package func draw(for account: AccountID, _ work: @escaping @Sendable () throws -> Data) async throws -> Data {
        let drawn: Result<Data, any Error>
        do {
            drawn = try await lanes.run(for: account.description) { Result { try work() } }
        } catch {
            throw ProblemDetails.tooManyRequests(retryAfter: Self.retryAfter)
        }
        return try drawn.get()
    }
}
