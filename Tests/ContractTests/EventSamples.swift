import EventContracts
import Foundation
import Sealing
import Testing

/// One sample of each event body, with fixed values: what the golden files are made of.
enum EventSamples {
    /// A body without its type.
    struct Sample: Sendable, CustomTestStringConvertible {
        let type: EventType
        let encoded: @Sendable () throws -> [UInt8]
        /// Decodes bytes of this type and says whether they are the sample.
        let isDecoded: @Sendable ([UInt8]) throws -> Bool
        var testDescription: String { type.name }

        init<Body: EventBody>(_ body: Body) {
            type = Body.type
            encoded = { try EventCoding.encode(body) }
            isDecoded = { try EventCoding.decode(Body.self, from: $0) == body }
        }
    }

    private static func uuid(_ last: UInt8) -> UUID {
        UUID(uuid: (0xa1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, last))
    }
    private static let account = AccountID(uuid(1))
    private static let moment = Date(timeIntervalSince1970: 1_790_000_000.125)
    private static let problem = OutcomeProblem(
        type: "https://foodmagic.example/problems/not-found", title: "Not found", status: 404, detail: nil)
    private static let notice = Notice(
        accountID: account, noticeID: NoticeID(uuid(4)), version: 2, kind: .scanAssessed,
        causeID: uuid(2).uuidString.lowercased(), urgency: .alert, text: Sealed(bytes: [1, 2, 3]), createdAt: moment,
        readAt: moment, deletedAt: nil)

    static let all: [Sample] = [
        Sample(
            AccountRegistered(
                accountID: account, locale: "fr-CA", timeZone: "America/Toronto", acceptedTerms: "2026-11",
                registeredAt: moment)),
        Sample(
            SetAllergenProfile(
                accountID: account, version: 3, allergens: [.milk, .nuts], otherIngredients: Sealed(bytes: [9, 8]),
                diets: [.vegan], traces: .warn)),
        Sample(
            AssessLabelText(
                accountID: account, scanID: ScanID(uuid(2)), text: Sealed(bytes: [1, 2, 3]), language: "en",
                gtin: "00012345600012", profileVersion: 3, requestedAt: moment)),
        Sample(
            RecordReaction(
                accountID: account, reactionID: ReactionID(uuid(3)), version: 1, occurredOn: "2026-11-20",
                allergens: [.sesame], severity: .moderate, notes: Sealed(bytes: [7]))),
        Sample(DeleteReaction(accountID: account, reactionID: ReactionID(uuid(3)), version: 2)),
        Sample(ChangeNotice(accountID: account, noticeID: NoticeID(uuid(4)), read: true)),
        Sample(DeleteNotice(accountID: account, noticeID: NoticeID(uuid(4)))),
        Sample(
            ProfileChanged(
                accountID: account, version: 3, allergens: [.milk, .nuts], otherIngredients: Sealed(bytes: [9, 8]),
                diets: [.vegan], traces: .ignore, changedAt: moment)),
        Sample(
            ScanAssessed(
                accountID: account, scanID: ScanID(uuid(2)), version: 1, verdict: .contains, complete: true,
                language: "en", gtin: nil, contains: [.milk], mayContain: [.nuts], otherMatches: 1, profileVersion: 3,
                profileEmpty: false, profilePending: false, scannedAt: moment, assessedAt: moment,
                details: Sealed(bytes: [4, 5, 6]))),
        Sample(
            ReactionChanged(
                accountID: account, reactionID: ReactionID(uuid(3)), version: 2, occurredOn: "2026-11-20",
                allergens: [.sesame], severity: nil, notes: Sealed(bytes: [7]), recordedAt: moment,
                deletedAt: moment)),
        Sample(AllergenCommandRejected(accountID: account, problem: problem)),
        Sample(AllergenCommandFailed(accountID: account, problem: problem)),
        Sample(NoticeCreated(notice: notice)),
        Sample(NoticeChanged(notice: notice)),
        Sample(NotificationCommandRejected(accountID: account, problem: problem)),
        Sample(NotificationCommandFailed(accountID: account, problem: problem)),
        Sample(
            RepublishRequested(
                consumer: "ingestion", missingTopic: "allergen.scan.v1",
                range: .offsets(partition: 2, from: 10, upTo: 20))),
    ]
}
