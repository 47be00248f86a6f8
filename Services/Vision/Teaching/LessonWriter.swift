import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Stores lessons and proposes them for sharing, for all handlers.
package struct LessonWriter: Sendable {
    let shared: SharedLessons
    let sealer: Sealer

    package init(shared: SharedLessons, sealer: Sealer) {
        self.shared = shared
        self.sealer = sealer
    }

    /// Maximum number of lessons of a person; beyond it the oldest private ones are deleted.
    package static let maxPerAccount = 500
    /// Maximum number of a person's lessons under review; further ones stay private.
    package static let maxProposed = 50

    /// Replaces the lessons of a meal.
    func learn(_ command: LearnFood, in transaction: borrowing Transaction) async throws {
        let account = command.accountID, now = try transaction.eventTime()
        guard
            try await LessonRepository.advance(
                command.mealID, of: account, to: command.version, at: now, in: transaction)
        else { return }
        let (mayTrain, isNews) = try await TrainingConsentRepository.save(
            command.mayTrain, version: command.consentVersion, of: account, in: transaction)
        let before = try await LessonRepository.lock(of: command.mealID, of: account, in: transaction)
        let regions = try await RegionRepository.regions(of: command.mealID, of: account, in: transaction)
        var names = TaughtNames()
        if let sealed = command.names {
            names = try await sealer.open(sealed, .taughtFoodNames(command.mealID, of: account))
        }
        var taught: Set<RegionID> = []
        for food in command.foods {
            // Regions that are too old, or belong to another person, are skipped.
            guard let region = regions[food.regionID] else { continue }
            let known = before.first { $0.region == region.id }
            guard let lesson = try await lesson(food, names[region.id], of: region, known, command) else { continue }
            taught.insert(region.id)
            guard lesson != known else { continue }
            if let known, known.id != lesson.id { try await withdraw(known, region, at: now, in: transaction) }
            try await LessonRepository.save(lesson, in: transaction)
            if mayTrain, lesson.id != known?.id { try await propose(lesson, region, at: now, in: transaction) }
        }
        let forgotten = before.filter { !taught.contains($0.region) }
        for lesson in forgotten { try await withdraw(lesson, regions[lesson.region], at: now, in: transaction) }
        try await LessonRepository.remove(forgotten.map(\.region), in: transaction)
        if isNews { try await apply(mayTrain, of: account, at: now, in: transaction) }
        try await forgetOldest(of: account, at: now, in: transaction)
    }

    /// The new lesson of a region; nil for none.
    private func lesson(
        _ food: TaughtFood, _ name: String?, of region: Region, _ known: Lesson?, _ command: LearnFood
    ) async throws -> Lesson? {
        let context = SealingContext.taughtFoodName(region.id, of: region.account)
        var meaning = Recollection.Meaning(
            foodID: food.foodID, savedFoodID: food.savedFoodID, figures: food.figures)
        // A name is sealed differently each time, so names are compared decrypted, and an unchanged name keeps its
        // sealed form.
        if let name {
            if let sealed = known?.meaning.name, try await sealer.open(Sealed<String>(bytes: sealed), context) == name {
                meaning.name = sealed
            } else {
                meaning.name = try await sealer.seal(name, context).bytes
            }
        }
        guard meaning != Recollection.Meaning() else { return nil }
        if var known, known.meaning == meaning {
            known.milligrams = food.milligrams
            return known
        }
        return Lesson(
            id: LessonID(NamedUUID.make("lesson/\(region.id)/\(command.version)")), region: region.id,
            account: region.account, meal: region.meal, meaning: meaning, milligrams: food.milligrams,
            state: .personal, version: (known?.version ?? 0) + 1, doubts: [], taughtAt: command.taughtAt,
            changedAt: command.taughtAt)
    }

    /// Applies a person's consents to all their lessons.
    func apply(
        _ mayTrain: Bool, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        for lesson in try await LessonRepository.lockAll(of: account, in: transaction) {
            let regions = try await RegionRepository.regions(of: lesson.meal, of: account, in: transaction)
            let region = regions[lesson.region]
            if mayTrain, lesson.state == .personal {
                if let region { try await propose(lesson, region, at: now, in: transaction) }
            } else if !mayTrain, lesson.state != .personal {
                try await withdraw(lesson, region, at: now, in: transaction)
                var lesson = lesson
                lesson.state = .personal
                lesson.version += 1
                lesson.doubts = []
                lesson.changedAt = now
                // A proposal after a withdrawal is a new review, so the lesson gets a new id.
                lesson.id = LessonID(NamedUUID.make("lesson/\(lesson.id)/\(lesson.version)"))
                try await LessonRepository.save(lesson, in: transaction)
            }
        }
    }

    /// Proposes a lesson to the staff for sharing; own foods are not proposed.
    private func propose(
        _ lesson: Lesson, _ region: Region, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        guard let food = lesson.commonFood,
            try await LessonRepository.proposed(by: lesson.account, in: transaction) < Self.maxProposed
        else { return }
        var proposed = lesson
        proposed.state = .proposed
        proposed.version += 1
        proposed.changedAt = now
        proposed.doubts = RecallRules.doubts(
            of: food, label: region.label, score: region.score,
            among: shared.recollections(of: region.embedding, in: region.space)
        ).map(\.rawValue)
        try await LessonRepository.save(proposed, in: transaction)
        try publish(proposed, region, in: transaction)
    }

    /// Publishes that a lesson is no longer shared or proposed.
    private func withdraw(
        _ lesson: Lesson, _ region: Region?, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        guard lesson.state != .personal, let region else { return }
        var withdrawn = lesson
        withdrawn.state = .personal
        withdrawn.version += 1
        withdrawn.changedAt = now
        try publish(withdrawn, region, in: transaction)
    }

    /// Executes the staff's decision, once and only while the lesson is proposed.
    func decide(_ command: ReviewLesson, in transaction: borrowing Transaction) async throws {
        let known = try await LessonRepository.lock(command.lessonID, of: command.accountID, in: transaction)
        // The lesson was changed, withdrawn or decided in the meantime, and the gateway was informed then.
        guard var lesson = known, lesson.state == .proposed else { return }
        lesson.state = command.isAccepted ? .accepted : .refused
        lesson.version += 1
        lesson.changedAt = try transaction.eventTime()
        try await LessonRepository.save(lesson, in: transaction)
        let regions = try await RegionRepository.regions(of: lesson.meal, of: lesson.account, in: transaction)
        if let region = regions[lesson.region] { try publish(lesson, region, in: transaction) }
    }

    private func publish(_ lesson: Lesson, _ region: Region, in transaction: borrowing Transaction) throws {
        guard let food = lesson.commonFood else { return }
        try transaction.append(
            LessonChanged(
                accountID: lesson.account, lessonID: lesson.id, version: lesson.version, state: lesson.state,
                mealID: lesson.meal, foodID: food, label: region.label, score: region.score, box: region.box,
                photo: region.photo, doubts: lesson.doubts, taughtAt: lesson.taughtAt, changedAt: lesson.changedAt),
            key: lesson.account, subject: lesson.id)
    }

    private func forgetOldest(
        of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        let all = try await LessonRepository.lockAll(of: account, in: transaction)
        guard all.count > Self.maxPerAccount else { return }
        let byWorth = all.filter { $0.state == .accepted } + all.filter { $0.state != .accepted }
        let surplus = byWorth.dropFirst(Self.maxPerAccount)
        for lesson in surplus {
            let regions = try await RegionRepository.regions(of: lesson.meal, of: account, in: transaction)
            try await withdraw(lesson, regions[lesson.region], at: now, in: transaction)
        }
        try await LessonRepository.remove(surplus.map(\.region), in: transaction)
    }
}
