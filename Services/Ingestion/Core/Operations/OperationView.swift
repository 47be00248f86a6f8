import EventContracts
import Foundation

/// An operation in the form for clients.
package struct OperationView: Encodable, Sendable {
    /// Time after which a pending operation is reported as delayed, in seconds.
    private static let expectedTime: TimeInterval = 5

    package let id: OperationID
    package let status: String
    /// True or absent (nil).
    package let delayed: Bool?
    /// The expected time of a waiting photo, if it can be estimated.
    package let expected: PhotoExpectation?
    package let resource: String
    package let result: ResourceView?
    package let problem: OutcomeProblem?
    package let createdAt: Date
    package let endedAt: Date?

    private enum CodingKeys: CodingKey {
        case id, status, delayed, expected, resource, result, problem, createdAt, endedAt
    }

    /// Seconds until the client should ask again; nil if it may ask at any time.
    package let retryAfter: Int?

    package init(
        _ record: OperationRecord, result: ResourceView?, problem: OutcomeProblem?, expected: PhotoExpectation?,
        at now: Date
    ) {
        id = record.id
        status = record.outcome?.rawValue ?? "pending"
        let isPending = record.outcome == nil, isPhoto = record.lane != nil
        // A waiting photo without an estimate is reported as delayed, like one that takes too long.
        let isDelayed = now.timeIntervalSince(record.createdAt) > Self.expectedTime || (isPhoto && expected == nil)
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
