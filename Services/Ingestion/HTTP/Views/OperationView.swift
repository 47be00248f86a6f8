import EventContracts
import Foundation

/// An operation as clients see it.
struct OperationView: Encodable, Sendable {
    /// Pending for longer than this is called delayed.
    private static let usualTime: TimeInterval = 5

    let id: OperationID
    let status: String
    /// True or absent.
    let delayed: Bool?
    let resource: String
    let result: ResourceView?
    let problem: OutcomeProblem?
    let createdAt: Date
    let endedAt: Date?

    init(_ record: OperationRecord, result: ResourceView?, at now: Date) {
        id = record.id
        status = record.outcome?.rawValue ?? "pending"
        let isDelayed = record.outcome == nil && now.timeIntervalSince(record.createdAt) > Self.usualTime
        delayed = isDelayed ? true : nil
        resource = record.resource.path
        self.result = result
        problem = record.problem
        createdAt = record.createdAt
        endedAt = record.endedAt
    }
}
