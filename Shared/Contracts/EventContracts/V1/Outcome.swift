/// Why an operation ended without a result, in the form that clients receive (RFC 9457); contains no personal data.
package struct OutcomeProblem: Codable, Sendable, Equatable {
    /// URI of the problem type.
    package var type: String
    package var title: String
    /// HTTP status for the client.
    package var status: Int
    package var detail: String?

    package init(type: String, title: String, status: Int, detail: String?) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
    }
}

/// The fields of a service's two outcome events; one pair of types per service, since a type has one topic.
package protocol OutcomeBody: PersonalEventBody {
    var accountID: AccountID { get }
    var problem: OutcomeProblem { get }
    init(accountID: AccountID, problem: OutcomeProblem)
}

/// `vision` rejected a command by one of its rules.
package struct VisionCommandRejected: OutcomeBody {
    package static let type = EventType("foodmagic.vision.command-rejected.v1")
    package static let topic = Topic.visionOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `vision` moved a command to the dead letters; an operator can process it later.
package struct VisionCommandFailed: OutcomeBody {
    package static let type = EventType("foodmagic.vision.command-failed.v1")
    package static let topic = Topic.visionOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `allergen` rejected a command by one of its rules.
package struct AllergenCommandRejected: OutcomeBody {
    package static let type = EventType("foodmagic.allergen.command-rejected.v1")
    package static let topic = Topic.allergenOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `allergen` moved a command to the dead letters; an operator can process it later.
package struct AllergenCommandFailed: OutcomeBody {
    package static let type = EventType("foodmagic.allergen.command-failed.v1")
    package static let topic = Topic.allergenOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `nutrition` rejected a command by one of its rules.
package struct NutritionCommandRejected: OutcomeBody {
    package static let type = EventType("foodmagic.nutrition.command-rejected.v1")
    package static let topic = Topic.nutritionOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `nutrition` moved a command to the dead letters; an operator can process it later.
package struct NutritionCommandFailed: OutcomeBody {
    package static let type = EventType("foodmagic.nutrition.command-failed.v1")
    package static let topic = Topic.nutritionOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `spending` rejected a command by one of its rules.
package struct SpendingCommandRejected: OutcomeBody {
    package static let type = EventType("foodmagic.spending.command-rejected.v1")
    package static let topic = Topic.spendingOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `spending` moved a command to the dead letters; an operator can process it later.
package struct SpendingCommandFailed: OutcomeBody {
    package static let type = EventType("foodmagic.spending.command-failed.v1")
    package static let topic = Topic.spendingOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `notification` rejected a command by one of its rules.
package struct NotificationCommandRejected: OutcomeBody {
    package static let type = EventType("foodmagic.notification.command-rejected.v1")
    package static let topic = Topic.notificationOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `notification` moved a command to the dead letters; an operator can process it later.
package struct NotificationCommandFailed: OutcomeBody {
    package static let type = EventType("foodmagic.notification.command-failed.v1")
    package static let topic = Topic.notificationOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `billing` rejected a command by one of its rules.
package struct BillingCommandRejected: OutcomeBody {
    package static let type = EventType("foodmagic.billing.command-rejected.v1")
    package static let topic = Topic.billingOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}

/// `billing` moved a command to the dead letters; an operator can process it later.
package struct BillingCommandFailed: OutcomeBody {
    package static let type = EventType("foodmagic.billing.command-failed.v1")
    package static let topic = Topic.billingOutcome
    package var accountID: AccountID
    package var problem: OutcomeProblem

    package init(accountID: AccountID, problem: OutcomeProblem) {
        self.accountID = accountID
        self.problem = problem
    }
}
