import Sealing

/// The names under which fields of events are sealed: part of the contract, never derived from a Swift name.
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
    case shoppingWishes = "shopping.wishes"
    case shoppingMark = "shopping.mark"
    case shoppingVoice = "shopping.voice"
    case lowerPrice = "lower-price.details"
    case purchaseAllergens = "purchase.allergens"
    case noticeText = "notice.text"
    case tellingAddresses = "notification-preferences.addresses"
    case pushSubscriptionDetails = "push-subscription.details"
    case contactAddress = "contact.address"
    case accountMailParameters = "account-mail.parameters"
    case grantWords = "grant.words"
    case exportRows = "export.rows"
    case shareWords = "share.words"
}

/// Where each sealed field of an event belongs.
extension SealingContext {
    /// Ingredients that a person named in the profile.
    package static func otherIngredients(of account: AccountID) -> SealingContext {
        SealingContext(.otherIngredients, of: account, in: account)
    }

    /// The text of a scan as it was sent.
    package static func scanText(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.scanText, of: account, in: scan)
    }

    /// What a person calls a scan.
    package static func scanName(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.scanName, of: account, in: scan)
    }

    /// What was read from a scan.
    package static func scanDetails(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.scanDetails, of: account, in: scan)
    }

    /// The print that was read from the photo of a scan.
    package static func labelPrint(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(.labelPrint, of: account, in: scan)
    }

    /// What a person wrote about a reaction.
    package static func reactionNotes(_ reaction: ReactionID, of account: AccountID) -> SealingContext {
        SealingContext(.reactionNotes, of: account, in: reaction)
    }

    /// What a person said about a meal.
    package static func mealWords(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.mealWords, of: account, in: meal)
    }

    /// What a remote model calls the foods of a meal.
    package static func mealSeenNames(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.mealSeenNames, of: account, in: meal)
    }

    /// All that a remote model said of the photo of a meal.
    package static func remoteAnswer(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.remoteAnswer, of: account, in: meal)
    }

    /// What a person calls the food of a region.
    package static func taughtFoodName(_ region: RegionID, of account: AccountID) -> SealingContext {
        SealingContext(.taughtFoodName, of: account, in: region)
    }

    /// What a person calls foods on the photo of a meal.
    package static func taughtFoodNames(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.taughtFoodNames, of: account, in: meal)
    }

    /// Why a meal is said to hold allergens.
    package static func mealAllergens(_ meal: MealID, of account: AccountID) -> SealingContext {
        SealingContext(.mealAllergens, of: account, in: meal)
    }

    /// What a person calls the slots of a day.
    package static func daySlotNames(_ day: DayID, of account: AccountID) -> SealingContext {
        SealingContext(.daySlotNames, of: account, in: day)
    }

    /// What a person calls a saved food.
    package static func savedFoodWords(_ food: SavedFoodID, of account: AccountID) -> SealingContext {
        SealingContext(.savedFoodWords, of: account, in: food)
    }

    /// What a person says about a food of their own.
    package static func ownFoodWords(_ food: OwnFoodID, of account: AccountID) -> SealingContext {
        SealingContext(.ownFoodWords, of: account, in: food)
    }

    /// What a person's goals are reckoned from.
    package static func goalBasis(of account: AccountID) -> SealingContext {
        SealingContext(.goalBasis, of: account, in: account)
    }

    /// The print that was read from the photos of a receipt.
    package static func receiptPrint(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptPrint, of: account, in: receipt)
    }

    /// A purchase in full.
    package static func receiptRecord(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptRecord, of: account, in: receipt)
    }

    /// What reports and budgets need of a purchase.
    package static func receiptLedger(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptLedger, of: account, in: receipt)
    }

    /// What a person changes of a purchase.
    package static func receiptEdits(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.receiptEdits, of: account, in: receipt)
    }

    /// What is known of a product that a person buys.
    package static func purchasedProductWords(
        _ product: PurchasedProductID, of account: AccountID
    ) -> SealingContext {
        SealingContext(.purchasedProductWords, of: account, in: product)
    }

    /// What a person calls a budget.
    package static func budgetWords(_ budget: BudgetID, of account: AccountID) -> SealingContext {
        SealingContext(.budgetWords, of: account, in: budget)
    }

    /// What a person is told of a budget that did not hold.
    package static func budgetExcess(_ budget: BudgetID, of account: AccountID) -> SealingContext {
        SealingContext(.budgetExcess, of: account, in: budget)
    }

    /// How and where a person shops.
    package static func shoppingWishes(of account: AccountID) -> SealingContext {
        SealingContext(.shoppingWishes, of: account, in: account)
    }

    /// What a person's shared prices are under.
    package static func shoppingMark(of account: AccountID) -> SealingContext {
        SealingContext(.shoppingMark, of: account, in: account)
    }

    /// What a person's voices about shops are made from.
    package static func shoppingVoice(of account: AccountID) -> SealingContext {
        SealingContext(.shoppingVoice, of: account, in: account)
    }

    /// What a person is told of a lower price.
    package static func lowerPrice(_ product: PurchasedProductID, of account: AccountID) -> SealingContext {
        SealingContext(.lowerPrice, of: account, in: product)
    }

    /// What of a judged purchase repeats the person's words.
    package static func purchaseAllergens(_ receipt: ReceiptID, of account: AccountID) -> SealingContext {
        SealingContext(.purchaseAllergens, of: account, in: receipt)
    }

    /// The words of a notice.
    package static func noticeText(_ notice: NoticeID, of account: AccountID) -> SealingContext {
        SealingContext(.noticeText, of: account, in: notice)
    }

    /// What is posted of a shared picture.
    package static func shareWords(_ share: ShareID, of account: AccountID) -> SealingContext {
        SealingContext(.shareWords, of: account, in: share)
    }

    /// What a browser gave for its push messages.
    package static func pushSubscriptionDetails(
        _ subscription: PushSubscriptionID, of account: AccountID
    ) -> SealingContext {
        SealingContext(.pushSubscriptionDetails, of: account, in: subscription)
    }

    /// Addresses that a person named to be told at.
    package static func tellingAddresses(of account: AccountID) -> SealingContext {
        SealingContext(.tellingAddresses, of: account, in: account)
    }

    /// Where a person's mail goes.
    package static func contactAddress(of account: AccountID) -> SealingContext {
        SealingContext(.contactAddress, of: account, in: account)
    }

    /// What a mail about an account says.
    package static func accountMailParameters(_ mail: MailID, of account: AccountID) -> SealingContext {
        SealingContext(.accountMailParameters, of: account, in: mail)
    }

    /// Whom a grant is for, in the words of the person.
    package static func grantWords(_ grant: GrantID, of account: AccountID) -> SealingContext {
        SealingContext(.grantWords, of: account, in: grant)
    }

    /// Rows that a service keeps of a person.
    package static func exportRows(_ export: ExportID, of account: AccountID) -> SealingContext {
        SealingContext(.exportRows, of: account, in: export)
    }

    private init(_ field: SealedFieldName, of account: AccountID, in resource: some Identifier) {
        self.init(account: account.uuid, field: field.rawValue, resource: resource.description)
    }
}
