/// A Kafka topic, declared once; only its owner writes to it.
package struct Topic: Hashable, Sendable, Comparable {
    /// `<owning service>.<aggregate>.v<major>`.
    package let name: String
    /// The service that writes it; `any` for the control topics.
    package let owner: String
    /// The meaning of the record key.
    package let key: Key
    /// The number of partitions at creation.
    package let partitions: Int32
    /// Kafka's retention, in days.
    package let retentionDays: Int

    /// The meaning of a record key.
    package enum Key: String, Sendable {
        case account, service, origin, product, food
    }

    /// Partitions of every topic: the maximum number of instances of a service that share its work.
    package static let standardPartitions: Int32 = 6

    private init(_ name: String, owner: String, key: Key = .account, retentionDays: Int = 7) {
        self.name = name
        self.owner = owner
        self.key = key
        self.partitions = Self.standardPartitions
        self.retentionDays = retentionDays
    }

    package static let account = Topic("ingestion.account.v1", owner: "ingestion")
    /// Commands about label photos; processed before all other photos.
    package static let visionLabelCommands = Topic("vision.label-commands.v1", owner: "ingestion")
    /// Commands about meal photos.
    package static let visionBasicCommands = Topic("vision.basic-commands.v1", owner: "ingestion")
    /// Commands about receipt photos; the command states the lane.
    package static let visionReceiptCommands = Topic("vision.receipt-commands.v1", owner: "ingestion")
    package static let spendingCommands = Topic("spending.commands.v1", owner: "ingestion")
    package static let spendingReceipt = Topic("spending.receipt.v1", owner: "spending")
    package static let spendingBudget = Topic("spending.budget.v1", owner: "spending")
    /// A person's products and shopping preferences.
    package static let spendingShopping = Topic("spending.shopping.v1", owner: "spending")
    /// Prices at shops, each based on several people; contains no personal data.
    package static let spendingPrice = Topic("spending.price.v1", owner: "spending", key: .product)
    package static let spendingOutcome = Topic("spending.outcome.v1", owner: "spending")
    package static let visionReading = Topic("vision.reading.v1", owner: "vision")
    /// Lessons that are shared or may be shared with everyone.
    package static let visionLesson = Topic("vision.lesson.v1", owner: "vision")
    package static let visionOutcome = Topic("vision.outcome.v1", owner: "vision")
    package static let allergenCommands = Topic("allergen.commands.v1", owner: "ingestion")
    package static let notificationCommands = Topic("notification.commands.v1", owner: "ingestion")
    package static let allergenProfile = Topic("allergen.profile.v1", owner: "allergen")
    package static let allergenScan = Topic("allergen.scan.v1", owner: "allergen")
    package static let allergenReaction = Topic("allergen.reaction.v1", owner: "allergen")
    package static let allergenMeal = Topic("allergen.meal.v1", owner: "allergen")
    package static let allergenPurchase = Topic("allergen.purchase.v1", owner: "allergen")
    package static let allergenProduct = Topic("allergen.product.v1", owner: "allergen", key: .product)
    package static let allergenOutcome = Topic("allergen.outcome.v1", owner: "allergen")
    package static let nutritionCommands = Topic("nutrition.commands.v1", owner: "ingestion")
    package static let nutritionMeal = Topic("nutrition.meal.v1", owner: "nutrition")
    package static let nutritionDay = Topic("nutrition.day.v1", owner: "nutrition")
    package static let nutritionFood = Topic("nutrition.food.v1", owner: "nutrition")
    /// Foods of the catalog that the staff changed or imported.
    package static let nutritionCatalogue = Topic("nutrition.catalogue.v1", owner: "nutrition", key: .food)
    package static let nutritionOutcome = Topic("nutrition.outcome.v1", owner: "nutrition")
    package static let billingCommands = Topic("billing.commands.v1", owner: "ingestion")
    package static let billingSubscription = Topic("billing.subscription.v1", owner: "billing")
    package static let billingOutcome = Topic("billing.outcome.v1", owner: "billing")
    package static let notice = Topic("notification.notice.v1", owner: "notification")
    package static let notificationOutcome = Topic("notification.outcome.v1", owner: "notification")
    /// Announcements to everyone; repeated until they end.
    package static let announcement = Topic("ingestion.announcement.v1", owner: "ingestion", key: .service)
    /// How many photos can be analyzed; only the newest event counts.
    package static let visionCapacity = Topic("vision.capacity.v1", owner: "vision", key: .service, retentionDays: 1)
    package static let republish = Topic("control.republish.v1", owner: "any", key: .service, retentionDays: 1)

    /// Whether its events are numbered by key, kept by their owner and sent again on request; other events are
    /// idempotent and deleted once sent.
    package var isNumbered: Bool { key == .account || key == .product || key == .food }

    /// The topic with a service's dead letters, for operators.
    package static func deadLetter(of service: String) -> Topic {
        Topic("\(service).dead-letter.v1", owner: service, key: .origin, retentionDays: 90)
    }

    /// The topic on which a service reports refused and failed commands.
    package static func outcome(of service: String) -> Topic {
        Topic("\(service).outcome.v1", owner: service)
    }

    /// All services, by name.
    package static let services = [
        "ingestion", "vision", "nutrition", "allergen", "notification", "spending", "billing",
    ]

    /// All topics.
    package static let all: [Topic] =
        [
            account, announcement, visionLabelCommands, visionBasicCommands, visionReceiptCommands, nutritionCommands,
            allergenCommands, notificationCommands, spendingCommands, billingCommands, visionReading,
            visionLesson, visionOutcome, nutritionMeal, nutritionDay, nutritionFood, nutritionCatalogue,
            nutritionOutcome,
            allergenProfile, allergenScan, allergenReaction,
            allergenProduct, allergenMeal, allergenPurchase, allergenOutcome, spendingReceipt, spendingBudget,
            spendingShopping, spendingPrice,
            spendingOutcome, notice, notificationOutcome, billingSubscription, billingOutcome, visionCapacity,
            republish,
        ] + services.map(deadLetter(of:))

    /// Orders by name.
    package static func < (left: Topic, right: Topic) -> Bool { left.name < right.name }
}
