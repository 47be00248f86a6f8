import Sealing

/// The names under which fields of events are sealed; declared as constants, never derived from Swift names.
package enum SealedFieldName: String, Sendable, CaseIterable {
    case otherIngredients = "allergen-profile.other-ingredients"
    case scanText = "label-scan.text"
    case scanDetails = "label-scan.details"
    case scanName = "label-scan.name"
    case labelPrint = "label-scan.print"
    case reactionNotes = "reaction.notes"
    case mealWords = "meal.words"
    case taughtFoodName = "taught-food.name"
    case taughtFoodNames = "taught-food.names"
    case mealAllergens = "meal.allergens"
    case mealSeenNames = "meal.seen-names"
    case remoteAnswer = "meal.remote-answer"
    case daySlotNames = "day.slot-names"
    case savedFoodWords = "saved-food.words"
    case ownFoodWords = "own-food.words"
    case goalBasis = "goals.basis"
    case receiptPrint = "receipt.print"
    case receiptRecord = "receipt.record"
    case receiptLedger = "receipt.ledger"
    case receiptEdits = "receipt.edits"
    case purchasedProductWords = "purchased-product.words"
    case budgetWords = "budget.words"
    case budgetExcess = "budget.excess"
    case shoppingPreferences = "shopping.wishes"
    case shoppingMark = "shopping.mark"
    case shoppingVoice = "shopping.voice"
    case lowerPrice = "lower-price.details"
    case purchaseAllergens = "purchase.allergens"
    case noticeText = "notice.text"
    case deliveryAddresses = "notification-preferences.addresses"
    case pushSubscriptionDetails = "push-subscription.details"
    case contactAddress = "contact.address"
    case accountMailParameters = "account-mail.parameters"
    case grantWords = "grant.words"
    case exportRows = "export.rows"
    case shareWords = "share.words"
}

/// The sealing context of each sealed field of an event.
extension SealingContext {
    /// The ingredients that a person listed in the profile.
    package static func otherIngredients(of account: AccountID) -> SealingContext {
        SealingContext(.otherIngredients, of: account, in: account)
    }

    /// The submitted text of a scan.
    package static func scanText(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.scanText, of: account, in: scan)
    }

    /// The person's name for a scan.
    package static func scanName(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.scanName, of: account, in: scan)
    }

    /// The details of a scan's result.
    package static func scanDetails(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.scanDetails, of: account, in: scan)
    }

    /// The text recognized on the photo of a scan.
    package static func labelPrint(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.labelPrint, of: account, in: scan)
    }

    /// The notes about a reaction.
    package static func reactionNotes(_ reaction: ReactionID, of account: AccountID) -> SealingContext {
        SealingContext(.reactionNotes, of: account, in: reaction)
    }

    /// The person's words for a meal.
    package static func mealWords(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.mealWords, of: account, in: meal)
    }

    /// The remote model's names for the foods of a meal.
    package static func mealSeenNames(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.mealSeenNames, of: account, in: meal)
    }

    /// The complete answer of the remote model about a meal photo.
    package static func remoteAnswer(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.remoteAnswer, of: account, in: meal)
    }

    /// The person's name for the food in a region.
    package static func taughtFoodName(_ region: RegionID, of account: AccountID) -> SealingContext {
        SealingContext(.taughtFoodName, of: account, in: region)
    }

    /// The person's names for foods on a meal photo.
    package static func taughtFoodNames(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.taughtFoodNames, of: account, in: meal)
    }

    /// The evidence for a meal's allergens.
    package static func mealAllergens(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.mealAllergens, of: account, in: meal)
    }

    /// The person's names for the slots of a day.
    package static func daySlotNames(_ day: DayID, of account: AccountID) -> SealingContext {
        SealingContext(.daySlotNames, of: account, in: day)
    }

    /// The person's name and notes for a saved food.
    package static func savedFoodWords(_ food: SavedFoodID, of account: AccountID) -> SealingContext {
        SealingContext(.savedFoodWords, of: account, in: food)
    }

    /// The person's description of an own food.
    package static func ownFoodWords(_ food: OwnFoodID, of account: AccountID) -> SealingContext {
        SealingContext(.ownFoodWords, of: account, in: food)
    }

    /// The body measures that goals are computed from.
    package static func goalBasis(of account: AccountID) -> SealingContext {
        SealingContext(.goalBasis, of: account, in: account)
    }

    /// The text recognized on the photos of a receipt.
    package static func receiptPrint(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptPrint, of: account, in: receipt)
    }

    /// A complete purchase.
    package static func receiptRecord(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptRecord, of: account, in: receipt)
    }

    /// The figures of a purchase that reports and budgets use.
    package static func receiptLedger(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptLedger, of: account, in: receipt)
    }

    /// The person's edits of a purchase.
    package static func receiptEdits(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptEdits, of: account, in: receipt)
    }

    /// The names and facts of a person's product.
    package static func purchasedProductWords(
        _ product: PurchasedProductID, of account: AccountID
    ) -> SealingContext {
        SealingContext(.purchasedProductWords, of: account, in: product)
    }

    /// The person's name for a budget.
    package static func budgetWords(_ budget: BudgetID, of account: AccountID) -> SealingContext {
        SealingContext(.budgetWords, of: account, in: budget)
    }

    /// The details of an exceeded budget.
    package static func budgetExcess(_ budget: BudgetID, of account: AccountID) -> SealingContext {
        SealingContext(.budgetExcess, of: account, in: budget)
    }

    /// The person's shopping preferences.
    package static func shoppingPreferences(of account: AccountID) -> SealingContext {
        SealingContext(.shoppingPreferences, of: account, in: account)
    }

    /// The mark under which a person shares prices.
    package static func shoppingMark(of account: AccountID) -> SealingContext {
        SealingContext(.shoppingMark, of: account, in: account)
    }

    /// The secret from which a person's anonymous votes about shops are derived.
    package static func shoppingVoice(of account: AccountID) -> SealingContext {
        SealingContext(.shoppingVoice, of: account, in: account)
    }

    /// The details of a lower price.
    package static func lowerPrice(_ product: PurchasedProductID, of account: AccountID) -> SealingContext {
        SealingContext(.lowerPrice, of: account, in: product)
    }

    /// The parts of a purchase's allergen assessment that repeat the person's words.
    package static func purchaseAllergens(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.purchaseAllergens, of: account, in: receipt)
    }

    /// The text of a notice.
    package static func noticeText(_ notice: NoticeID, of account: AccountID) -> SealingContext {
        SealingContext(.noticeText, of: account, in: notice)
    }

    /// The posted text of a shared picture.
    package static func shareWords(_ share: ShareID, of account: AccountID) -> SealingContext {
        SealingContext(.shareWords, of: account, in: share)
    }

    /// The push endpoint and keys of a browser.
    package static func pushSubscriptionDetails(
        _ subscription: PushSubscriptionID, of account: AccountID
    ) -> SealingContext {
        SealingContext(.pushSubscriptionDetails, of: account, in: subscription)
    }

    /// The delivery addresses that a person entered.
    package static func deliveryAddresses(of account: AccountID) -> SealingContext {
        SealingContext(.deliveryAddresses, of: account, in: account)
    }

    /// The person's e-mail address.
    package static func contactAddress(of account: AccountID) -> SealingContext {
        SealingContext(.contactAddress, of: account, in: account)
    }

    /// The parameters of an account mail.
    package static func accountMailParameters(_ mail: MailID, of account: AccountID) -> SealingContext {
        SealingContext(.accountMailParameters, of: account, in: mail)
    }

    /// The person's name for the recipient of a grant.
    package static func grantWords(_ grant: GrantID, of account: AccountID) -> SealingContext {
        SealingContext(.grantWords, of: account, in: grant)
    }

    /// The exported rows of a person.
    package static func exportRows(_ export: ExportID, of account: AccountID) -> SealingContext {
        SealingContext(.exportRows, of: account, in: export)
    }

    private init(_ field: SealedFieldName, of account: AccountID, in resource: some Identifier) {
        self.init(account: account.uuid, field: field.rawValue, resource: resource.description)
    }
}
