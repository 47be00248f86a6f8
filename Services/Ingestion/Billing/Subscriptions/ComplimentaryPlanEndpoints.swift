import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Complimentary plans, given by administrators (GW-25).
struct ComplimentaryPlanEndpoints: Sendable {
    let database: MessagingDatabase
    let sealer: Sealer

    /// Maximum duration of a complimentary plan, in seconds.
    private static let maxDuration: TimeInterval = 3 * 366 * 86_400

    /// Gives a plan until a day, with a reason that appears in the person's access log.
    func give(_ call: Call) async throws -> Answer {
        let subject = try call.otherAccount(), now = EventTime.truncate(database.clock.now())
        var fields = try BodyFields(call.body)
        let tier = fields.optionalChoice("tier", of: PlanTier.self)
        if tier == nil || tier == .basic, !fields.hasProblem("tier") {
            fields.report("tier", .init(.notAChoice, "must be pro", ["choices": .texts(["pro"])]))
        }
        let until = EventTime.parse(fields.text("until", length: 1...40))
        if !fields.hasProblem("until"), until.map({ $0 <= now || $0 > now + Self.maxDuration }) ?? true {
            fields.report(
                "until", .init(.outOfRange, "must be a time within three years from now, such as 2027-12-31T12:00:00Z"))
        }
        let words = fields.text("reason", length: Audit.reasonLength)
        try fields.finish()
        guard let tier, let until else { throw ProblemDetails(.invalidFields) }
        guard try await AccountRecordRepository.read(subject, in: database.pool) != nil else {
            throw ProblemDetails(.notFound)
        }
        let reason = try await Audit.sealed(words, about: subject, with: sealer)
        try await submit(tier, until: until, call, of: subject) { transaction in
            try await Audit.record(
                AuditEntry(.planGiven, by: call, of: subject, resource: tier.rawValue, reason: reason),
                in: transaction)
        }
        return try .json(.ok, ComplimentaryPlanView(tier: tier, until: until))
    }

    /// Withdraws a complimentary plan; a paid plan is unaffected.
    func revoke(_ call: Call) async throws -> Answer {
        let subject = try call.otherAccount()
        try await submit(.basic, until: EventTime.truncate(database.clock.now()), call, of: subject) { transaction in
            try await Audit.record(AuditEntry(.planTakenBack, by: call, of: subject), in: transaction)
        }
        return Answer(.noContent)
    }

    private func submit(
        _ tier: PlanTier, until: Date, _ call: Call, of subject: AccountID,
        _ record: @Sendable (borrowing Transaction) async throws -> Void
    ) async throws {
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            guard
                let version = try await ComplimentaryPlanRepository.keep(
                    tier, until: until, of: subject, at: now, in: transaction)
            else { throw ProblemDetails(.notFound) }
            try await record(transaction)
            try transaction.append(
                SetComplimentaryPlan(
                    accountID: subject, version: version, tier: tier, until: until, orderedAt: now),
                key: subject, subject: subject)
        }
    }
}

/// A complimentary plan.
struct ComplimentaryPlanView: Encodable, Sendable {
    let tier: PlanTier
    let until: Date
}
