import EventContracts
import Foundation
import Hexadecimal
import Sealing

/// The place and field name of a sealed value in an event's data.
struct SealedField: Sendable, Equatable {
    /// Field names from the top level of the data to the value.
    let path: [String]
    /// The field name that the value was sealed with.
    let field: SealedFieldName
    /// Path of the id of the resource that the value was sealed for.
    let resource: [String]

    /// The sealed fields of every event type that has any; the doc comments of the event schemas name them.
    static let byType: [EventType: [SealedField]] = [
        PushSubscriptionChanged.type: [
            .init(path: ["details"], field: .pushSubscriptionDetails, resource: ["subscriptionID"])
        ],
        NotificationPreferencesChanged.type: [
            .init(path: ["addresses"], field: .deliveryAddresses, resource: ["accountID"])
        ],
        ContactChanged.type: [.init(path: ["address"], field: .contactAddress, resource: ["accountID"])],
        AccountMailRequested.type: [
            .init(path: ["parameters"], field: .accountMailParameters, resource: ["mailID"])
        ],
        GrantChanged.type: [.init(path: ["words"], field: .grantWords, resource: ["grantID"])],
        GrantCommented.type: [.init(path: ["words"], field: .grantWords, resource: ["grantID"])],
        VisionDataExported.type: [exported], NutritionDataExported.type: [exported],
        AllergenDataExported.type: [exported], NotificationDataExported.type: [exported],
        SpendingDataExported.type: [exported], BillingDataExported.type: [exported],
        SetAllergenProfile.type: [profile], ProfileChanged.type: [profile],
        AssessLabelText.type: [.init(path: ["text"], field: .scanText, resource: ["scanID"]), scanName],
        ReadLabel.type: [scanName], LabelRead.type: [scanName], NameLabelScan.type: [scanName],
        ScanAssessed.type: [.init(path: ["details"], field: .scanDetails, resource: ["scanID"]), scanName],
        RecordReaction.type: [reaction], ReactionChanged.type: [reaction],
        RecordMeal.type: [mealEntry], ChangeMeal.type: [mealEntry], RecognizeMeal.type: [mealEntry],
        LearnFood.type: [.init(path: ["names"], field: .taughtFoodNames, resource: ["mealID"])],
        MealRecognized.type: [
            mealEntry, .init(path: ["names"], field: .mealSeenNames, resource: ["mealID"]),
            .init(path: ["taughtNames"], field: .taughtFoodNames, resource: ["mealID"]),
        ],
        MealChanged.type: [.init(path: ["words"], field: .mealWords, resource: ["mealID"])],
        MealJudged.type: [.init(path: ["details"], field: .mealAllergens, resource: ["mealID"])],
        SaveFood.type: [savedFood], ChangeSavedFood.type: [savedFood], SavedFoodChanged.type: [savedFood],
        AddFood.type: [ownFood], ChangeFood.type: [ownFood], FoodChanged.type: [ownFood],
        DayChanged.type: [.init(path: ["slotNames"], field: .daySlotNames, resource: ["dayID"])],
        FoodSubmissionChanged.type: [ownFood],
        SetGoals.type: [goals], GoalsChanged.type: [goals],
        ReceiptRead.type: [.init(path: ["reading"], field: .receiptPrint, resource: ["receiptID"])],
        RecordReceipt.type: [receipt],
        ChangeReceipt.type: [.init(path: ["edits"], field: .receiptEdits, resource: ["receiptID"])],
        ReceiptChanged.type: [
            receipt, .init(path: ["ledger"], field: .receiptLedger, resource: ["receiptID"]),
        ],
        NamePurchasedProduct.type: [product], PurchasedProductChanged.type: [product],
        SetBudget.type: [budget], BudgetChanged.type: [budget],
        PurchaseJudged.type: [.init(path: ["details"], field: .purchaseAllergens, resource: ["receiptID"])],
        LowerPriceFound.type: [.init(path: ["details"], field: .lowerPrice, resource: ["productID"])],
        BudgetExceeded.type: [.init(path: ["excess"], field: .budgetExcess, resource: ["budgetID"])],
        SetShoppingPreferences.type: [shopping], ShoppingPreferencesChanged.type: [shopping],
        PostShare.type: [.init(path: ["words"], field: .shareWords, resource: ["shareID"])],
        NoticeCreated.type: [notice], NoticeChanged.type: [notice],
    ]

    private static let scanName = SealedField(path: ["name"], field: .scanName, resource: ["scanID"])
    private static let exported = SealedField(path: ["content"], field: .exportRows, resource: ["exportID"])
    private static let receipt = SealedField(path: ["record"], field: .receiptRecord, resource: ["receiptID"])
    private static let product = SealedField(path: ["words"], field: .purchasedProductWords, resource: ["productID"])

    private static let shopping = SealedField(path: ["wishes"], field: .shoppingPreferences, resource: ["accountID"])
    private static let budget = SealedField(path: ["words"], field: .budgetWords, resource: ["budgetID"])
    private static let profile = SealedField(
        path: ["otherIngredients"], field: .otherIngredients, resource: ["accountID"])
    private static let reaction = SealedField(path: ["notes"], field: .reactionNotes, resource: ["reactionID"])
    private static let mealEntry = SealedField(
        path: ["meal", "words"], field: .mealWords, resource: ["mealID"])
    private static let savedFood = SealedField(
        path: ["food", "words"], field: .savedFoodWords, resource: ["savedFoodID"])
    private static let ownFood = SealedField(
        path: ["food", "words"], field: .ownFoodWords, resource: ["ownFoodID"])
    private static let goals = SealedField(
        path: ["goals", "basis"], field: .goalBasis, resource: ["accountID"])
    private static let notice = SealedField(
        path: ["notice", "text"], field: .noticeText, resource: ["notice", "noticeID"])
}

extension EventView {
    /// The data with placeholders for sealed values, since base64 is not readable.
    var sealedData: JSONText? {
        guard var data else { return nil }
        for field in type.flatMap({ SealedField.byType[$0] }) ?? [] {
            guard let text = data.text(at: field.path) else { continue }
            data.replace(at: field.path, with: "‹sealed, \(text.utf8.count * 3 / 4) bytes›")
        }
        return data
    }

    /// The data with decrypted values; a value that cannot be decrypted shows the reason.
    func openedData(with sealer: Sealer) async -> JSONText? {
        guard var data else { return nil }
        for field in type.flatMap({ SealedField.byType[$0] }) ?? [] {
            guard let text = data.text(at: field.path) else { continue }
            data.replace(at: field.path, with: await opened(text, field, in: data, sealer))
        }
        return data
    }

    private func opened(_ text: String, _ field: SealedField, in data: JSONText, _ sealer: Sealer) async -> Any {
        guard let bytes = Base64URL.decode(text), let account = UUID(text: key),
            let resource = data.text(at: field.resource)
        else { return "‹not sealed as the contract requires›" }
        let context = SealingContext(account: account, field: field.field.rawValue, resource: resource)
        do {
            return JSONText(try await sealer.open(bytes: bytes, context))?.value ?? "‹not JSON›"
        } catch {
            return "‹\(error.description)›"
        }
    }
}
