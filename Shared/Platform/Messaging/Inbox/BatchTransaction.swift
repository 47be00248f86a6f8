import EventContracts
import Foundation
import Hexadecimal
import Kafka
import Logging
import Postgres
import ServiceRuntime

/// Processes records of some partitions in one transaction: effects, numbers, gaps, dead letters, offsets, outbox.
struct BatchTransaction: Sendable {
    /// The treatment of a record whose handler failed; only for batches of one record.
    enum Verdict: Sendable {
        case reject(OutcomeProblem)
        case setAside(reason: String, attempts: Int)
        case skipErased
    }

    /// The records of one partition.
    struct Part: Sendable {
        let place: TopicPartition
        /// Ordered by offset.
        let records: [IncomingRecord]
        /// Skipped offsets before or within them.
        let missing: [Range<Int64>]
        /// The position after the records.
        let position: (epoch: Int64, next: Int64)

        fileprivate var wanted: InboxRows.Wanted {
            InboxRows.Wanted(place: place, keys: Set(records.map(\.key)), resources: Set(records.map(\.resource)))
        }
    }

    let consumer: String
    let database: MessagingDatabase
    let subscriptions: [EventType: Subscription]
    let operations: any OperationEnder
    let rules: any DeliveryRules
    /// A handler's deadline.
    static let deadline = Duration.seconds(30)

    /// Runs the transaction.
    ///
    /// - Parameters:
    ///   - parts: One for each partition.
    ///   - verdict: Replaces the handler, after it failed.
    /// - Returns: Counts for the metrics.
    /// - Throws: The error of a handler; the transaction is rolled back.
    func apply(_ parts: [Part], verdict: Verdict? = nil) async throws -> InboxTally {
        try refuseCrowd(parts)
        if parts.contains(where: { $0.records.contains { $0.sequence > 0 } }) { database.activity.note() }
        let cause = EventCause.request(correlationID: UUID.random())
        let bodies = parts.map { part in part.records.map { verdict == nil ? body(of: $0) : nil } }
        let ahead = readAhead(zip(parts.flatMap(\.records), bodies.joined()))
        return try await database.write(cause, deadline: Self.deadline) { transaction in
            let known = try await InboxRows.lock(parts.map(\.wanted), ahead: ahead, in: transaction)
            var tally = InboxTally(), changes: [(place: TopicPartition, changes: InboxRows.Changes)] = []
            for (part, bodies) in zip(parts, bodies) {
                var batch = Batch(
                    place: part.place, known: known[part.place] ?? InboxRows.Known(), position: part.position)
                try note(part.missing, in: &batch, transaction)
                for (record, body) in zip(part.records, bodies) {
                    try await take(record, body, verdict: verdict, into: &batch, in: transaction)
                }
                changes.append((part.place, batch.changes))
                tally.add(batch.tally)
            }
            for statement in InboxRows.statements(for: changes) { try transaction.executeAtCommit(statement) }
            return tally
        }
    }

    /// An event requires its own transaction; the rest of the batch is processed one by one.
    private struct TakenAlone: Error {}

    private func refuseCrowd(_ parts: [Part]) throws {
        guard parts.count > 1 || parts.contains(where: { $0.records.count > 1 }) else { return }
        for record in parts.lazy.flatMap(\.records) {
            if let type = record.attributes?.type, subscriptions[type]?.isTakenAlone == true { throw TakenAlone() }
        }
    }

    /// The decoded body of a record for its handler; nil if no handler receives it.
    private func body(of record: IncomingRecord) -> Result<any EventBody, any Error>? {
        guard let attributes = record.attributes, let subscription = subscriptions[attributes.type],
            subscription.appliesSnapshots || !attributes.isSnapshot || !rules.keepsSnapshotsToProjections
        else { return nil }
        return Result { try subscription.decode(record.record.value ?? []) }
    }

    private func readAhead(
        _ records: some Sequence<(IncomingRecord, Result<any EventBody, any Error>?)>
    ) -> [AheadQuery] {
        var bodies: [(type: EventType, bodies: [any EventBody])] = []
        for (record, body) in records {
            guard let type = record.attributes?.type, let body = try? body?.get() else { continue }
            if let index = bodies.firstIndex(where: { $0.type == type }) {
                bodies[index].bodies.append(body)
            } else {
                bodies.append((type, [body]))
            }
        }
        return bodies.flatMap { subscriptions[$0.type]?.readAhead($0.bodies) ?? [] }
    }

    /// The accumulated decisions of a batch.
    private struct Batch {
        let place: TopicPartition
        var known: InboxRows.Known
        var changes = InboxRows.Changes()
        var tally = InboxTally()

        init(place: TopicPartition, known: InboxRows.Known, position: (epoch: Int64, next: Int64)) {
            self.place = place
            self.known = known
            changes.position = position
        }
    }

    private func note(
        _ missing: [Range<Int64>], in batch: inout Batch, _ transaction: borrowing Transaction
    ) throws {
        // Events without a number are not kept, so their owner can neither send them again nor close the gap.
        guard Topic.all.first(where: { $0.name == batch.place.topic })?.isNumbered == true else { return }
        for range in missing {
            let open = batch.known.gap
            let whole = min(range.lowerBound, open?.lowerBound ?? .max)..<max(range.upperBound, open?.upperBound ?? 0)
            batch.known.gap = whole
            batch.changes.gap = whole
            batch.tally.gaps += 1
            try requestRepublish(
                .offsets(partition: batch.place.partition, from: whole.lowerBound, upTo: whole.upperBound),
                on: batch.place.topic, transaction)
        }
    }

    private func take(
        _ record: IncomingRecord, _ body: Result<any EventBody, any Error>?, verdict: Verdict?,
        into batch: inout Batch, in transaction: borrowing Transaction
    ) async throws {
        if case .gapClosed(let closed) = record.content {
            if closed.consumer == consumer, let gap = batch.known.gap, gap.upperBound <= closed.upTo {
                batch.known.gap = nil
                batch.changes.gap = nil
                batch.changes.closesGap = true
            }
            return
        }
        let last = batch.known.last[record.key] ?? 0
        let decision = rules.decide(
            sequence: record.sequence, first: record.first, epoch: record.epoch, last: last, floor: batch.known.floor)
        switch decision {
        case .ignore:
            batch.tally.ignored += 1
        case .hole(let lost):
            try report(lost, of: record, in: &batch, transaction)
            let isNew = batch.known.holes[record.key] == nil
            let highest = max(record.sequence, batch.known.holes[record.key] ?? 0)
            batch.known.holes[record.key] = highest
            batch.changes.openHoles[record.key] = highest
            if isNew {
                batch.tally.holes += 1
                let from = (batch.known.last[record.key] ?? 0) + 1
                try requestRepublish(.sequences(key: record.key, from: from), on: batch.place.topic, transaction)
            }
        case .apply(let lost):
            try report(lost, of: record, in: &batch, transaction)
            try await handle(record, body, verdict: verdict, in: &batch, transaction)
            guard record.sequence > 0 else { return }
            batch.known.last[record.key] = record.sequence
            batch.changes.last[record.key] = record.sequence
            if let highest = batch.known.holes[record.key], highest <= record.sequence {
                batch.known.holes[record.key] = nil
                batch.changes.openHoles[record.key] = nil
                batch.changes.closedHoles.insert(record.key)
            }
        }
    }

    /// Reports events that were pruned by retention before this group read them, and requests the current state.
    private func report(
        _ lost: ClosedRange<Int64>?, of record: IncomingRecord, in batch: inout Batch,
        _ transaction: borrowing Transaction
    ) throws {
        guard let lost else { return }
        let isStarting = batch.known.last[record.key] == nil
        batch.known.last[record.key] = lost.upperBound
        batch.changes.last[record.key] = lost.upperBound
        // A new group has lost nothing, since it had no earlier state.
        guard !isStarting else { return try requestRepublish(.snapshots, on: batch.place.topic, transaction) }
        batch.changes.lost.append((record.key, lost))
        batch.tally.lost += 1
        try requestRepublish(.snapshots, on: batch.place.topic, transaction)
    }

    private func handle(
        _ record: IncomingRecord, _ body: Result<any EventBody, any Error>?, verdict: Verdict?,
        in batch: inout Batch, _ transaction: borrowing Transaction
    ) async throws {
        if rules.skipsErased, batch.known.erased.contains(record.key),
            record.attributes.flatMap({ subscriptions[$0.type]?.takesErased }) != true
        {
            batch.tally.erased += 1
            return
        }
        guard let attributes = record.attributes else {
            guard case .malformed(let reason) = record.content else { return }
            guard rules.setsAside else { throw PermanentFailure(reason) }
            try await DeadLetterRows.insert(record, .dead(reason: reason, attempts: 1), consumer, in: transaction)
            batch.known.deadResources.insert(record.resource)
            batch.tally.dead += 1
            return
        }
        guard let subscription = subscriptions[attributes.type] else {
            batch.tally.unknown += 1
            return
        }
        let (handled, span) = traced(attributes)
        try transaction.withBuffer { $0.cause = .event(handled, consumer: consumer) }
        if attributes.isSnapshot, rules.keepsSnapshotsToProjections, !subscription.appliesSnapshots { return }
        // Unnumbered records have no order to keep.
        if rules.parksBehindDeadLetters, record.sequence > 0, !attributes.isSnapshot,
            batch.known.deadResources.contains(record.resource)
        {
            try await DeadLetterRows.insert(record, .parked, consumer, in: transaction)
            try await failOperation(attributes, in: transaction)
            batch.tally.parked += 1
            return
        }
        switch verdict {
        case nil:
            guard let body else { return }
            if case .failure(let error) = body, error is OfLaterRelease, !endsOperation(attributes) {
                batch.tally.unknown += 1
                return
            }
            if !subscription.gathersWrites { try transaction.writeGathered() }
            var isHandled = false
            defer { span?.end(["messaging.destination.name": batch.place.topic], hasFailed: !isHandled) }
            try await subscription.handle(handled, body.get(), record.record.value, transaction)
            isHandled = true
            batch.tally.applied += 1
        case .reject(let problem):
            try await operations.reject(attributes, problem, in: transaction)
            batch.tally.applied += 1
        case .setAside(let reason, let attempts):
            try await DeadLetterRows.insert(
                record, .dead(reason: reason, attempts: attempts), consumer, in: transaction)
            try await failOperation(attributes, in: transaction)
            batch.known.deadResources.insert(record.resource)
            batch.tally.dead += 1
        case .skipErased:
            batch.tally.erased += 1
        }
    }

    /// The event's attributes with a separate span for the handler's trace, if spans are recorded.
    private func traced(_ attributes: EventAttributes) -> (EventAttributes, OpenSpan?) {
        let name = attributes.type.name
        guard let span = database.tracer?.begin("handle \(name)", .consumer, after: attributes.traceparent)
        else { return (attributes, nil) }
        var handled = attributes
        handled.traceparent = span.context.traceparent
        return (handled, span)
    }

    /// Only the consumer named by the contract may fail an operation.
    private func failOperation(_ attributes: EventAttributes, in transaction: borrowing Transaction) async throws {
        guard rules.endsOperationsOfDeadLetters, endsOperation(attributes) else { return }
        try transaction.writeGathered()
        try await operations.fail(attributes, in: transaction)
    }

    /// Whether an operation depends on the outcome of this event here.
    private func endsOperation(_ attributes: EventAttributes) -> Bool {
        attributes.operationID != nil && EventRegistry.contract(of: attributes.type)?.endsOperation == consumer
    }

    private func requestRepublish(
        _ range: RepublishRequested.Range, on topic: String, _ transaction: borrowing Transaction
    ) throws {
        try transaction.requestRepublish(range, on: topic, for: consumer)
    }
}

extension Transaction {
    /// Asks the owner of a topic to send events again.
    func requestRepublish(_ range: RepublishRequested.Range, on topic: String, for consumer: String) throws {
        guard let owner = Topic.all.first(where: { $0.name == topic })?.owner else { return }
        try append(RepublishRequested(consumer: consumer, missingTopic: topic, range: range), key: owner)
    }
}
