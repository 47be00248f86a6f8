import EventContracts
import Foundation
import SampleLabels

/// A demonstration of the whole product, as a person uses it.
///
/// Sets allergens, scans labels, reads notices, sends a receipt, records a meal, photographs another, buys pro and gets
/// a refund.
struct Demonstration: Sendable {
    let client: GatewayClient
    let profile: DemoSamples.Profile
    let labels: [DemoLabel]
    /// The meal that is typed after the labels; nil for none.
    var meal: DemoMeal?
    /// The meal that is sent as a photo after the typed one; nil for none.
    var plate: DemoPlate?
    /// The receipt that is sent after the labels; nil for none.
    var receipt: DemoReceipt?
    /// The purchase at the end, which uses the typed meal; nil for none.
    var upgrade: DemoUpgrade?
    /// Address of the payment sandbox; nil for that of its pages.
    var sandbox: URL?
    /// The account's mailbox; nil if mails are not checked.
    var mailbox: DemoMailbox?

    /// One label with its result.
    struct Outcome: Codable, Sendable {
        let title: String
        /// The stated or recognized language; nil if there is neither.
        let language: String?
        /// Name of the photo file; nil for a text.
        let photo: String?
        let scan: GatewayModels.LabelScan
        /// Time from sending the text to receiving the verdict, in milliseconds.
        let milliseconds: Double
        /// Differences from the expected result; empty if none.
        let differences: [String]
    }

    /// All results of the demonstration.
    struct Report: Codable, Sendable {
        let account: String
        let outcomes: [Outcome]
        var notices: [GatewayModels.Notification]
        var meal: DemoMeal.Outcome?
        var plate: DemoPlate.Outcome?
        var receipt: DemoReceipt.Outcome?
        var upgrade: DemoUpgrade.Outcome?
        var mails: DemoMailbox.Outcome?

        var isAsExpected: Bool { shortfalls.isEmpty }

        /// All deviations from the expected results, in words.
        var shortfalls: [String] {
            var all = outcomes.flatMap { outcome in outcome.differences.map { "\(outcome.title): \($0)" } }
            if missingNotices > 0 { all.append("\(missingNotices) scan(s) have no notice") }
            let others = [
                ("the meal by hand", meal?.differences), ("the meal on a photo", plate?.differences),
                ("the receipt", receipt?.differences),
            ]
            all += others.flatMap { name, differences in (differences ?? []).map { "\(name): \($0)" } }
            return all + (mails?.missing ?? []).map { "not mailed: \($0)" }
        }

        /// Steps that this installation does not allow.
        var skipped: [String] {
            (upgrade == nil ? ["buying Pro and the refund: no payment sandbox can be reached (SANDBOX_URL)"] : [])
                + (mails == nil ? ["mails: no mailbox is known (--mailbox, MAILBOX_DIRECTORY)"] : [])
        }

        /// Number of scans without a notice.
        var missingNotices: Int {
            let causes = Set(notices.map(\.cause))
            return outcomes.count { !causes.contains($0.scan.id) }
        }
    }

    /// Timeout of each answer, and of all notices together, in seconds.
    var timeout = 12

    /// Scans all labels in turn, and reports each outcome.
    ///
    /// - Throws: `GatewayError`, or `ControlFailure.problem` on a timeout.
    func run(as account: GatewayAccount, progress: (Outcome) -> Void) async throws -> Report {
        var mails = try await mailbox?.verify(account, client)
        try await setProfile(of: account)
        var outcomes: [Outcome] = []
        for label in labels {
            let outcome = try await scan(label, as: account)
            progress(outcome)
            outcomes.append(outcome)
        }
        let notices = try await notices(of: account, on: Set(outcomes.map(\.scan.id)))
        var report = Report(account: account.id, outcomes: outcomes, notices: notices)
        report.meal = try await eat(as: account)
        report.plate = try await photograph(as: account)
        report.receipt = try await buy(as: account)
        if let upgrade, let meal = report.meal?.meal {
            report.upgrade = try await upgrade.run(on: meal, as: account, client, sandbox: sandbox)
        }
        if var found = mails, let mailbox {
            let titles = try await paymentNotices(account, report.upgrade == nil ? 0 : DemoUpgrade.notices)
            try await mailbox.find(titles, to: account.credentials.email, &found)
            mails = found
            // The notices are read again, now with their delivery state.
            let causes = Set(notices.map(\.cause))
            report.notices = try await page(of: account).filter { causes.contains($0.cause) }
        }
        report.mails = mails
        return report
    }

    /// The titles of the notices about payments, after the given number of them has arrived.
    private func paymentNotices(_ account: GatewayAccount, _ count: Int) async throws -> [String] {
        let end = ContinuousClock.now + .seconds(timeout)
        while true {
            let titles = try await page(of: account).filter { $0.payment != nil }.map(\.title)
            if titles.count >= count { return titles }
            guard ContinuousClock.now < end else { throw late("a notice of each payment") }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func photograph(as account: GatewayAccount) async throws -> DemoPlate.Outcome? {
        guard let plate else { return nil }
        var request = try plate.request()
        request.accessToken = try await account.accessToken()
        request.idempotencyKey = UUID().uuidString
        request.wait = timeout
        let start = ContinuousClock.now
        let answer = try await client.send(request)
        let duration = ContinuousClock.now - start
        guard answer.status != 202 else { throw late("the photo of a meal") }
        let kept = try GatewayClient.value(GatewayModels.Meal.self, of: answer, to: request)
        return DemoPlate.Outcome(
            meal: kept, milliseconds: duration / .milliseconds(1), differences: plate.differences(to: kept))
    }

    private func eat(as account: GatewayAccount) async throws -> DemoMeal.Outcome? {
        guard let meal else { return nil }
        var request = try GatewayClient.Request(.post, "/v1/meals").with(
            GatewayModels.NewMeal(name: meal.name, items: meal.items))
        request.accessToken = try await account.accessToken()
        request.idempotencyKey = UUID().uuidString
        request.wait = timeout
        let start = ContinuousClock.now
        let answer = try await client.send(request)
        let duration = ContinuousClock.now - start
        guard answer.status != 202 else { throw late("the meal") }
        let kept = try GatewayClient.value(GatewayModels.Meal.self, of: answer, to: request)
        var question = GatewayClient.Request(.get, "/v1/days/\(kept.day)")
        question.accessToken = try await account.accessToken()
        let day = try await client.expect(GatewayModels.Day.self, from: question)
        return DemoMeal.Outcome(
            meal: kept, day: day, milliseconds: duration / .milliseconds(1),
            differences: meal.differences(to: kept, day))
    }

    private func buy(as account: GatewayAccount) async throws -> DemoReceipt.Outcome? {
        guard let receipt, let sample = SampleReceipt(rawValue: receipt.photo) else { return nil }
        let photo = try DemoPhoto(try sample.photo(), name: receipt.photo)
        var request = GatewayClient.Request(.post, "/v1/receipts")
        request.body = photo.bytes
        request.contentType = photo.mediaType
        request.accessToken = try await account.accessToken()
        request.idempotencyKey = UUID().uuidString
        request.wait = timeout
        let start = ContinuousClock.now
        let answer = try await client.send(request)
        let duration = ContinuousClock.now - start
        guard answer.status != 202 else { throw late("the receipt") }
        let read = try GatewayClient.value(GatewayModels.Receipt.self, of: answer, to: request)
        return DemoReceipt.Outcome(
            title: receipt.title, receipt: read, milliseconds: duration / .milliseconds(1),
            differences: receipt.differences(to: read))
    }

    private func setProfile(of account: GatewayAccount) async throws {
        var request = try GatewayClient.Request(.put, "/v1/allergen-profile").with(
            GatewayModels.Profile(allergens: profile.allergens, traces: profile.traces))
        request.accessToken = try await account.accessToken()
        request.wait = timeout
        let answer = try await client.send(request)
        guard answer.status != 202 else { throw late("the profile") }
        _ = try GatewayClient.value(GatewayModels.Profile.self, of: answer, to: request)
    }

    private func scan(_ label: DemoLabel, as account: GatewayAccount) async throws -> Outcome {
        var request = try label.request()
        request.accessToken = try await account.accessToken()
        request.idempotencyKey = UUID().uuidString
        request.wait = timeout
        let start = ContinuousClock.now
        let answer = try await client.send(request)
        let duration = ContinuousClock.now - start
        guard answer.status != 202 else { throw late("the verdict on \(label.title)") }
        let scan = try GatewayClient.value(GatewayModels.LabelScan.self, of: answer, to: request)
        return Outcome(label, scan, milliseconds: duration / .milliseconds(1))
    }

    /// Waits until every scan has its notice; returns the existing ones on a timeout.
    private func notices(
        of account: GatewayAccount, on scans: Set<String>
    ) async throws -> [GatewayModels.Notification] {
        let end = ContinuousClock.now + .seconds(timeout)
        while true {
            let notices = try await page(of: account)
            if scans.isSubset(of: notices.map(\.cause)) || .now > end { return notices }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func page(of account: GatewayAccount) async throws -> [GatewayModels.Notification] {
        var request = GatewayClient.Request(.get, "/v1/notifications?limit=100")
        request.accessToken = try await account.accessToken()
        return try await client.expect(GatewayModels.Page<GatewayModels.Notification>.self, from: request).items
    }

    private func late(_ what: String) -> ControlFailure {
        .problem(
            "\(what) was accepted but did not arrive within \(timeout) s; see fmctl lag and fmctl dead-letters list")
    }
}

extension Demonstration.Outcome {
    fileprivate init(_ label: DemoLabel, _ scan: GatewayModels.LabelScan, milliseconds: Double) {
        switch label.content {
        case .text(_, let language): (self.language, photo) = (language ?? scan.language, nil)
        case .photo(let photo): (language, self.photo) = (scan.language, photo.name)
        }
        title = label.title
        self.scan = scan
        self.milliseconds = milliseconds
        differences = label.expected?.differences(to: scan) ?? []
    }
}
