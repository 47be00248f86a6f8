import EventContracts
import Foundation
import ServiceRuntime

/// Draws pages and pictures, some tens of milliseconds each: few at once, and every account in its turn.
package struct Drawing: Sendable {
    /// Drawings at once.
    private static let atOnce = 2
    /// Drawings that may wait.
    private static let queue = 200
    /// How long a client should wait when the queue is full.
    private static let retryAfter = Duration.seconds(1)

    private let lanes = WorkLanes(label: "drawing", lanes: atOnce, capacity: queue)

    /// Draws for an account.
    ///
    /// - Throws: `ProblemDetails` when too many wait; what `work` throws.
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
