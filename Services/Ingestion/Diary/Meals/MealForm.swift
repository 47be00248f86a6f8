import EventContracts
import Foundation
import IngestionCore
import Quantities
import Sealing
import ServiceRuntime

/// A meal as sent in a request.
struct MealForm: Sendable {
    var name: String?
    var slot: MealSlot
    var slotName: String?
    var eatenAt: Date
    var utcOffset: Int
    var day: CalendarDay
    var items: [MealItemForm]

    /// The earliest accepted instant.
    private static let earliest = EventTime.parse("1900-01-02T00:00:00.000Z") ?? .distantPast
    /// Maximum time of a meal in the future, in seconds: supper may be recorded early.
    private static let ahead: TimeInterval = 86_400

    init(_ last: MealEntry, _ words: MealWords) {
        name = words.name
        slot = last.slot
        slotName = words.slotName
        eatenAt = last.eatenAt
        utcOffset = last.utcOffset
        day = last.day
        items = last.items.map { MealItemForm($0, name: words[$0.itemID]) }
    }

    private init(eatenAt: Date, in timeZone: TimeZone) {
        self.eatenAt = eatenAt
        utcOffset = timeZone.secondsFromGMT(for: eatenAt)
        day = CalendarDay(eatenAt, in: timeZone)
        slot = .snack
        items = []
    }

    /// A new meal; the time defaults to now, the slot to the usual one of its hour.
    ///
    /// - Throws: `invalidFields`.
    static func new(_ body: JSONValue, moment: LocalMoment) throws(ProblemDetails) -> MealForm {
        var fields = try BodyFields(body)
        var form = MealForm(
            eatenAt: Self.instant(&fields, moment) ?? moment.now, in: moment.timeZone)
        form.slot = usualSlot(of: form.eatenAt, form.utcOffset)
        try form.apply(&fields)
        return form
    }

    /// Applies the given fields: omitted fields are kept, null clears; items are replaced as a whole, but an item with
    /// a known id keeps its omitted fields.
    ///
    /// - Throws: `invalidFields`.
    func changed(by body: JSONValue, moment: LocalMoment) throws(ProblemDetails) -> MealForm {
        var fields = try BodyFields(body)
        var form = self
        if let instant = Self.instant(&fields, moment) {
            form = MealForm(eatenAt: instant, in: moment.timeZone)
            (form.name, form.slot, form.slotName, form.items) = (name, slot, slotName, items)
        }
        try form.apply(&fields)
        return form
    }

    /// The part of the meal that is sealed: its texts.
    var words: MealWords {
        var words = MealWords(name: name, slotName: slotName)
        for item in items { words[item.id] = item.name }
        return words
    }

    /// The meal's entry for the command.
    func entry(language: String, words: Sealed<MealWords>) -> MealEntry {
        MealEntry(
            day: day, eatenAt: eatenAt, utcOffset: utcOffset, slot: slot, language: language, words: words,
            items: items.map(\.input))
    }

    /// A meal on a photo, whose items are recognized later.
    ///
    /// - Parameters:
    ///   - fields: The fields of the photo's request; the caller finishes them.
    ///   - moment: The person's local time.
    /// - Returns: The meal without items.
    static func photographed(_ fields: inout BodyFields, moment: LocalMoment) -> MealForm {
        var form = MealForm(eatenAt: Self.instant(&fields, moment) ?? moment.now, in: moment.timeZone)
        form.slot = usualSlot(of: form.eatenAt, form.utcOffset)
        form.applyWords(&fields)
        return form
    }

    private mutating func apply(_ fields: inout BodyFields) throws(ProblemDetails) {
        applyWords(&fields)
        if fields.names("items") || items.isEmpty { items = fields.mealItems("items", known: items) }
        try fields.finish()
    }

    private mutating func applyWords(_ fields: inout BodyFields) {
        if fields.names("name") { name = fields.words("name", longest: MealWords.maxNameLength) }
        if fields.names("slot"), let text = fields.words("slot", longest: MealWords.maxSlotLength) {
            let usual = MealSlot(rawValue: text).flatMap { $0 == .custom ? nil : $0 }
            slot = usual ?? .custom
            slotName = usual == nil ? text : nil
        }
    }

    /// The usual slot of an hour.
    fileprivate static func usualSlot(of instant: Date, _ utcOffset: Int) -> MealSlot {
        switch LocalMoment.second(of: instant, utcOffset) / 3_600 {
        case 5..<11: .breakfast
        case 11..<15: .lunch
        case 17..<22: .dinner
        default: .snack
        }
    }

    private static func instant(_ fields: inout BodyFields, _ moment: LocalMoment) -> Date? {
        guard let text = fields.optionalText("eatenAt", length: 1...40) else { return nil }
        guard let instant = EventTime.parse(text) else {
            fields.report("eatenAt", .init(.notATime, "must be an instant such as 2026-11-21T07:30:00Z"))
            return nil
        }
        guard instant >= earliest else {
            fields.report("eatenAt", .init(.tooEarly, "must not be before 1900", ["min": "1900-01-01"]))
            return nil
        }
        guard instant <= moment.now.addingTimeInterval(ahead) else {
            fields.report("eatenAt", .init(.inFuture, "must not be more than a day in the future"))
            return nil
        }
        return instant
    }
}

extension LocalMoment {
    /// The usual slot of this hour.
    var usualSlot: MealSlot { MealForm.usualSlot(of: now, timeZone.secondsFromGMT(for: now)) }
}
