import EventContracts
import Messaging
import Postgres

/// Stores the lessons of a person (VIS-12).
package struct TakeLesson: EventHandler {
    let writer: LessonWriter

    package init(writer: LessonWriter) {
        self.writer = writer
    }

    package func handle(_ event: Event<LearnFood>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == event.body.accountID.description else {
            throw PermanentFailure("the key is not the account that teaches")
        }
        try await writer.learn(event.body, in: transaction)
    }
}

/// Accepts or refuses sharing a lesson, on a staff command (VIS-13).
package struct DecideLesson: EventHandler {
    let writer: LessonWriter

    package init(writer: LessonWriter) {
        self.writer = writer
    }

    package func handle(_ event: Event<ReviewLesson>, in transaction: borrowing Transaction) async throws {
        try await writer.decide(event.body, in: transaction)
    }
}

/// Withdraws shared lessons without consent, and proposes lessons with consent (GW-22).
package struct TrainingConsentHandler: EventHandler {
    let writer: LessonWriter

    package init(writer: LessonWriter) {
        self.writer = writer
    }

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<ConsentChanged>, in transaction: borrowing Transaction) async throws {
        let published = event.body, account = published.accountID
        guard event.attributes.key == account.description else {
            throw PermanentFailure("the key is not the account whose consents they are")
        }
        let (mayTrain, isNews) = try await TrainingConsentRepository.save(
            published.allows(.trainingPhotos), version: published.version, of: account, in: transaction)
        guard isNews else { return }
        try await writer.apply(mayTrain, of: account, at: try transaction.eventTime(), in: transaction)
    }
}
