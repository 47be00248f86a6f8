/// One event type of the contract: its topic, who reads it, and who may fail the operation it carries.
package struct EventContract: Sendable {
    package let type: EventType
    package let topic: Topic
    /// Services that consume it.
    package let readers: [String]
    /// The one consumer that may end its operation as failed when it has to set the event aside.
    package let endsOperation: String?
}

/// Every event type there is; `asyncapi.yaml`, the golden files and the services' subscriptions are held equal to it.
package enum EventRegistry {
    /// In the order of DESIGN section 4.
    package static let all: [EventContract] = [
        contract(AccountRegistered.self, readBy: ["notification"]),
        contract(PushSubscriptionChanged.self, readBy: ["notification"]),
        contract(NotificationPreferencesChanged.self, readBy: ["notification"]),
        contract(ContactChanged.self, readBy: ["notification"]),
        contract(AccountMailRequested.self, readBy: ["notification"]),
        contract(ConsentChanged.self, readBy: ["spending", "vision"]),
        contract(GrantChanged.self, readBy: ["notification"]),
        contract(HouseholdMemberChanged.self, readBy: ["spending"]),
        contract(ReceiptSharingChanged.self, readBy: ["spending"]),
        contract(ExportRequested.self, readBy: Topic.services.filter { $0 != "ingestion" }),
        contract(ExportReady.self, readBy: ["notification"]),
        contract(PhotosDelayed.self, readBy: ["notification"]),
        contract(AccountErased.self, readBy: Topic.services.filter { $0 != "ingestion" }),
        contract(AnnouncementMade.self, readBy: ["notification", "billing"]),
        contract(ReadLabel.self, readBy: ["vision"], endsOperation: "vision"),
        contract(RecognizeMeal.self, readBy: ["vision"], endsOperation: "vision"),
        contract(ReadReceipt.self, readBy: ["vision"], endsOperation: "vision"),
        contract(RecordMeal.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(ChangeMeal.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(DeleteMeal.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(RestoreMeal.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(SetGoals.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(SaveFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(ChangeSavedFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(DeleteSavedFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(AddFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(ChangeFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(DeleteFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(SubmitFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(WithdrawFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(ReviewFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(SetCatalogueFood.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(SetAllergenProfile.self, readBy: ["allergen"], endsOperation: "allergen"),
        contract(AssessLabelText.self, readBy: ["allergen"], endsOperation: "allergen"),
        contract(CorrectLabelText.self, readBy: ["allergen"], endsOperation: "allergen"),
        contract(RecordReaction.self, readBy: ["allergen"], endsOperation: "allergen"),
        contract(DeleteReaction.self, readBy: ["allergen"], endsOperation: "allergen"),
        contract(ChangeNotice.self, readBy: ["notification"], endsOperation: "notification"),
        contract(DeleteNotice.self, readBy: ["notification"], endsOperation: "notification"),
        contract(RecordReceipt.self, readBy: ["spending"], endsOperation: "spending"),
        contract(ChangeReceipt.self, readBy: ["spending"], endsOperation: "spending"),
        contract(UndoReceiptChange.self, readBy: ["spending"], endsOperation: "spending"),
        contract(DeleteReceipt.self, readBy: ["spending"], endsOperation: "spending"),
        contract(NamePurchasedProduct.self, readBy: ["spending"], endsOperation: "spending"),
        contract(SetBudget.self, readBy: ["spending"], endsOperation: "spending"),
        contract(DeleteBudget.self, readBy: ["spending"], endsOperation: "spending"),
        contract(JudgeBudgetAdvice.self, readBy: ["spending"], endsOperation: "spending"),
        contract(SetShoppingPreferences.self, readBy: ["spending"], endsOperation: "spending"),
        contract(StartSubscription.self, readBy: ["billing"], endsOperation: "billing"),
        contract(ChangeSubscription.self, readBy: ["billing"], endsOperation: "billing"),
        contract(CancelSubscription.self, readBy: ["billing"], endsOperation: "billing"),
        contract(RefundPayment.self, readBy: ["billing"], endsOperation: "billing"),
        contract(AssignSeat.self, readBy: ["billing"], endsOperation: "billing"),
        contract(ReleaseSeat.self, readBy: ["billing"], endsOperation: "billing"),
        contract(SetComplimentaryPlan.self, readBy: ["billing"], endsOperation: "billing"),
        contract(CheckPayment.self, readBy: ["billing"]),
        contract(LabelRead.self, readBy: ["allergen"], endsOperation: "allergen"),
        contract(MealRecognized.self, readBy: ["nutrition"], endsOperation: "nutrition"),
        contract(ReceiptRead.self, readBy: ["spending"], endsOperation: "spending"),
        contract(VisionCommandRejected.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(VisionCommandFailed.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(VisionDataErased.self, readBy: ["ingestion"]),
        contract(VisionDataExported.self, readBy: ["ingestion"]),
        contract(ProfileChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(ScanAssessed.self, readBy: ["ingestion", "notification"], endsOperation: "ingestion"),
        contract(AllergenAlertRaised.self, readBy: ["notification"]),
        contract(ProductChanged.self, readBy: ["ingestion"]),
        contract(ReactionChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(MealJudged.self, readBy: ["ingestion", "notification"]),
        contract(PurchaseJudged.self, readBy: ["ingestion", "notification"]),
        contract(AllergenCommandRejected.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(AllergenCommandFailed.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(AllergenDataErased.self, readBy: ["ingestion"]),
        contract(AllergenDataExported.self, readBy: ["ingestion"]),
        contract(MealChanged.self, readBy: ["ingestion", "allergen", "notification"], endsOperation: "ingestion"),
        contract(DayChanged.self, readBy: ["ingestion", "notification"]),
        contract(GoalsChanged.self, readBy: ["ingestion", "notification"], endsOperation: "ingestion"),
        contract(SavedFoodChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(FoodChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(FoodSubmissionChanged.self, readBy: ["ingestion", "notification"], endsOperation: "ingestion"),
        contract(CatalogueFoodChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(NutritionCommandRejected.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(NutritionCommandFailed.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(NutritionDataErased.self, readBy: ["ingestion"]),
        contract(NutritionDataExported.self, readBy: ["ingestion"]),
        contract(ReceiptChanged.self, readBy: ["ingestion", "allergen"], endsOperation: "ingestion"),
        contract(PurchasedProductChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(BudgetChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(BudgetExceeded.self, readBy: ["notification"]),
        contract(ShoppingPreferencesChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(LowerPriceFound.self, readBy: ["notification"]),
        contract(SpendingCommandRejected.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(SpendingCommandFailed.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(SpendingDataErased.self, readBy: ["ingestion"]),
        contract(SpendingDataExported.self, readBy: ["ingestion"]),
        contract(NoticeCreated.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(NoticeChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(NotificationCommandRejected.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(NotificationCommandFailed.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(NotificationDataErased.self, readBy: ["ingestion"]),
        contract(NotificationDataExported.self, readBy: ["ingestion"]),
        contract(SubscriptionChanged.self, readBy: ["ingestion", "notification"], endsOperation: "ingestion"),
        contract(PaymentChanged.self, readBy: ["ingestion", "notification"], endsOperation: "ingestion"),
        contract(EntitlementChanged.self, readBy: ["ingestion"]),
        contract(SeatChanged.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(BillingCommandRejected.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(BillingCommandFailed.self, readBy: ["ingestion"], endsOperation: "ingestion"),
        contract(BillingDataErased.self, readBy: ["ingestion"]),
        contract(BillingDataExported.self, readBy: ["ingestion"]),
        contract(CapacityMeasured.self, readBy: ["ingestion"]),
        contract(RepublishRequested.self, readBy: Topic.services),
    ]

    /// The contract of a type, or nil for a type we do not know.
    package static func contract(of type: EventType) -> EventContract? { byType[type] }

    private static let byType = Dictionary(uniqueKeysWithValues: all.map { ($0.type, $0) })

    private static func contract(
        _ body: (some EventBody).Type, readBy readers: [String], endsOperation: String? = nil
    ) -> EventContract {
        EventContract(type: body.type, topic: body.topic, readers: readers, endsOperation: endsOperation)
    }
}
