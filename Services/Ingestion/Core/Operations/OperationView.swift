import EventContracts
import Foundation

/// An operation as clients see it.
package struct OperationView: Encodable, Sendable {
    /// Pending for longer than this is called delayed.
    private static let usualTime: TimeInterval = 5

    package let id: OperationID
    package let status: String
    /// True or absent.
    package let delayed: Bool?
    /// Of a photo that waits, when it can be told.
    package let expected: PhotoExpectation?
    package let resource: String
    package let result: ResourceView?
    package let problem: OutcomeProblem?
    package let createdAt: Date
    package let endedAt: Date?

    private enum CodingKeys: CodingKey {
        case id, status, delayed, expected, resource, result, problem, createdAt, endedAt
    }

    /// When a client is to ask again, in seconds; nil when it may ask at any time.
    package let retryAfter: Int?

    package init(
        _ record: OperationRecord, result: ResourceView?, problem: OutcomeProblem?, expected: PhotoExpectation?,
        at now: Date
    ) {
        id = record.id
        status = record.outcome?.rawValue ?? "pending"
        let isPending = record.outcome == nil, isPhoto = record.lane != nil
        // Of a photo that waits while nobody can tell for how long, no more is known than of one that takes too long.
        let isDelayed = now.timeIntervalSince(record.createdAt) > Self.usualTime || (isPhoto && expected == nil)
        delayed = isPending && isDelayed ? true : nil
        self.expected = expected
        retryAfter = isPending && isPhoto ? expected?.retryAfter ?? PhotoExpectation.unknownRetry : nil
        resource = record.resource.path(of: record.account)
        self.result = result
        self.problem = problem
        createdAt = record.createdAt
        endedAt = record.endedAt
    }
}
