import EventContracts
import Foundation
import IngestionCore
import Quantities
import ServiceRuntime

/// The optional part of a registration: user name, name and body data.
struct RegistrationProfile: Sendable {
    /// A member of the request that had no effect.
    struct IgnoredMember: Sendable, Equatable {
        /// The reason; the raw value is the code on the wire.
        enum Reason: String, Sendable {
            /// Registration has no such member.
            case unknown
            /// Goals cannot be calculated without the members in `missing`.
            case incomplete
            /// The person refuses processing.
            case notAllowed
        }

        let pointer: String
        let reason: Reason
        let missing: [String]

        init(_ pointer: String, _ reason: Reason, missing: [String] = []) {
            self.pointer = pointer
            self.reason = reason
            self.missing = missing
        }
    }

    /// Maximum number of unknown members that an answer lists.
    static let maxUnknown = 20
    /// Ages accepted instead of a birthday, in years; goals need at least 14.
    private static let ages = 14...120
    private static let members: Set<String> = [
        "email", "password", "passkey", "locale", "timeZone", "acceptedTerms", "consents", "username", "name", "units",
        "body",
    ]

    let details: AccountDetails
    /// The first goals; nil without complete body data.
    let goals: FirstGoals.Goals?
    /// The first day of the goals.
    let day: CalendarDay
    let ignored: [IgnoredMember]

    /// Reads `username`, `name` and `body`.
    ///
    /// - Parameters:
    ///   - request: The whole body of the request.
    ///   - fields: The same body; problems are reported to it.
    ///   - day: Today, in the person's time zone.
    ///   - allowsProcessing: Whether goals may be calculated.
    ///   - reader: Calculates goals.
    init(
        _ request: JSONValue, _ fields: inout BodyFields, on day: CalendarDay, allowsProcessing: Bool,
        _ reader: any FirstGoals
    ) {
        self.day = day
        details = AccountDetails(
            name: fields.optionalText("name", length: 1...AccountDetails.maxNameLength),
            username: AccountChangeForm.username(&fields).applied(to: nil),
            units: fields.optionalChoice("units", of: UnitPreference.self))
        var ignored = Self.unknown(in: request)
        var goals: FirstGoals.Goals?
        let sent = request["body"] ?? .null
        if sent != .null, let body = Self.goalBody(sent, on: day, &fields) {
            if !allowsProcessing {
                ignored.append(IgnoredMember("/body", .notAllowed))
            } else if !body.missing.isEmpty {
                ignored.append(IgnoredMember("/body", .incomplete, missing: body.missing))
            } else if var part = try? BodyFields(.object([.init(name: "body", value: body.value)])) {
                goals = reader.read(&part, on: day)
                fields.addProblems(of: part)
            }
        }
        self.goals = goals
        self.ignored = ignored
    }

    private static func unknown(in request: JSONValue) -> [IgnoredMember] {
        guard case .object(let sent) = request else { return [] }
        return sent.filter { !members.contains($0.name) }.prefix(maxUnknown).map {
            IgnoredMember(JSONPointer.root.member($0.name).description, .unknown)
        }
    }

    /// The body in the form of `PUT /v1/goals`, with the names of missing members; nil if it is invalid.
    ///
    /// An age is converted to a birthday: the current day, that many years ago. Without an activity level, the lowest
    /// is assumed, which gives the lowest energy.
    private static func goalBody(
        _ sent: JSONValue, on day: CalendarDay, _ fields: inout BodyFields
    ) -> (value: JSONValue, missing: [String])? {
        let sent = fields.metric(sent, UnitMember.body, at: JSONPointer.root.member("body"))
        guard case .object(var members) = sent else {
            fields.report("body", .notAnObject)
            return nil
        }
        let has = { (name: String) in sent[name].map { $0 != .null } ?? false }
        var birthday = sent["birthday"]
        if !has("birthday"), has("age") {
            guard case .number(let text)? = sent["age"], let age = Int(text), ages.contains(age) else {
                fields.report(JSONPointer.root.member("body").member("age"), .notWhole(in: ages))
                return nil
            }
            // Day 28 at most, which exists in every month.
            let earliest = String(format: "%04d-%02d-%02d", day.year - age, day.month, min(day.day, 28))
            birthday = .string(earliest)
        }
        members.removeAll { $0.name == "age" || $0.name == "birthday" || ($0.name == "activity" && !has("activity")) }
        if let birthday { members.append(.init(name: "birthday", value: birthday)) }
        if !has("activity") { members.append(.init(name: "activity", value: .string("inactive"))) }
        let missing = ["sex", "heightCm", "weightKg"].filter { !has($0) }
        return (.object(members), (has("birthday") || has("age") ? [] : ["birthday"]) + missing)
    }
}

extension RegistrationProfile {
    /// The answer to a registration, with the members that were ignored.
    func addIgnored(to answer: Answer) -> Answer {
        guard !ignored.isEmpty, case .json(let bytes) = answer.body,
            case .object(var members)? = try? JSONReader.read(bytes, from: .ownRecords)
        else { return answer }
        let list = ignored.map { member -> JSONValue in
            var entry: [JSONValue.Member] = [
                .init(name: "pointer", value: .string(member.pointer)),
                .init(name: "reason", value: .string(member.reason.rawValue)),
            ]
            if !member.missing.isEmpty {
                entry.append(.init(name: "missing", value: .array(member.missing.map(JSONValue.string))))
            }
            return .object(entry)
        }
        members.append(.init(name: "ignored", value: .array(list)))
        var answer = answer
        answer.body = .json(Array(JSONValue.object(members).canonicalText.utf8))
        return answer
    }
}
