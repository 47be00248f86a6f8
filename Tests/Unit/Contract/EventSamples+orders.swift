import EventContracts
import Foundation
import Quantities
import Sealing
import TestPeers
import Testing

/// The commands of the gateway.
extension EventSamples {
    static let orders: [Sample] = [
        Sample(
            AccountRegistered(
                accountID: account, locale: "fr-CA", timeZone: "America/Toronto", acceptedTerms: "2026-11",
                registeredAt: moment)),
        Sample(
            PushSubscriptionChanged(
                accountID: account, subscriptionID: PushSubscriptionID(uuid(12)), details: Sealed(bytes: [1, 2, 3]),
                changedAt: moment)),
        Sample(
            NotificationPreferencesChanged(
                accountID: account, version: 2, channels: ["allergenAlert": ["webPush", "ntfy"], "recall": []],
                quietHours: QuietSpan(from: "22:00", to: "07:00"), digestAt: "08:30", addressed: ["ntfy"],
                addresses: Sealed(bytes: [1, 2, 3]), changedAt: moment)),
        Sample(
            ReadLabel(
                accountID: account, scanID: ScanID(uuid(2)), photo: PhotoKey(account: account, id: uuid(5)),
                facts: PhotoFacts(
                    format: .jpeg, width: 3_000, height: 4_000, orientation: 6, bytes: 2_345_678, focalLength: 26),
                language: "en", gtin: "00012345600012", profileVersion: 3, requestedAt: moment)),
        Sample(
            RecognizeMeal(
                accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), facts: photoFacts,
                requestedAt: moment)),
        Sample(
            RecordMeal(
                accountID: account, mealID: MealID(uuid(7)), version: 1, meal: mealEntry,
                days: [DayVersion(day: day, version: 3)])),
        Sample(
            ChangeMeal(
                accountID: account, mealID: MealID(uuid(7)), version: 2, meal: mealEntry,
                days: [DayVersion(day: day, version: 4)])),
        Sample(
            DeleteMeal(
                accountID: account, mealID: MealID(uuid(7)), version: 3, days: [DayVersion(day: day, version: 5)])),
        Sample(
            RestoreMeal(
                accountID: account, mealID: MealID(uuid(7)), version: 4, days: [DayVersion(day: day, version: 6)])),
        Sample(SetGoals(accountID: account, version: 1, goals: goals)),
        Sample(SaveFood(accountID: account, savedFoodID: SavedFoodID(uuid(9)), version: 1, food: savedFood)),
        Sample(ChangeSavedFood(accountID: account, savedFoodID: SavedFoodID(uuid(9)), version: 2, food: savedFood)),
        Sample(DeleteSavedFood(accountID: account, savedFoodID: SavedFoodID(uuid(9)), version: 3)),
        Sample(AddFood(accountID: account, ownFoodID: OwnFoodID(uuid(11)), version: 1, food: ownFood)),
        Sample(ChangeFood(accountID: account, ownFoodID: OwnFoodID(uuid(11)), version: 2, food: ownFood)),
        Sample(DeleteFood(accountID: account, ownFoodID: OwnFoodID(uuid(11)), version: 3)),
        Sample(
            SetAllergenProfile(
                accountID: account, version: 3, allergens: [.milk, .nuts], otherIngredients: Sealed(bytes: [9, 8]),
                diets: [.vegan], traces: .warn)),
        Sample(
            AssessLabelText(
                accountID: account, scanID: ScanID(uuid(2)), text: Sealed(bytes: [1, 2, 3]), language: "en",
                gtin: "00012345600012", profileVersion: 3, requestedAt: moment)),
        Sample(
            CorrectLabelText(
                accountID: account, scanID: ScanID(uuid(2)), text: Sealed(bytes: [1, 2, 3]), requestedAt: moment)),
        Sample(
            NameLabelScan(
                accountID: account, scanID: ScanID(uuid(2)), name: Sealed(bytes: [1, 2, 3]), requestedAt: moment)),
        Sample(
            RecordReaction(
                accountID: account, reactionID: ReactionID(uuid(3)), version: 1, occurredOn: "2026-11-20",
                allergens: [.sesame], severity: .moderate, notes: Sealed(bytes: [7]))),
        Sample(DeleteReaction(accountID: account, reactionID: ReactionID(uuid(3)), version: 2)),
        Sample(ChangeNotice(accountID: account, noticeID: NoticeID(uuid(4)), read: true)),
        Sample(DeleteNotice(accountID: account, noticeID: NoticeID(uuid(4)))),
        Sample(RestoreNotice(accountID: account, noticeID: NoticeID(uuid(4)))),
        Sample(
            PostShare(
                accountID: account, shareID: ShareID(uuid(38)), words: Sealed(bytes: [3, 2]), language: "fr",
                requestedAt: moment, expiresAt: moment)),
        Sample(
            SendTestPush(accountID: account, subscriptionID: PushSubscriptionID(uuid(12)), requestedAt: moment)),
    ]
}
