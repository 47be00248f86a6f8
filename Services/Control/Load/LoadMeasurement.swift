import EventContracts
import Foundation
import Synchronization

/// A complete measurement: accounts, load, and a check that all accepted scans exist.
struct LoadMeasurement: Sendable {
    let plan: LoadPlan
    let client: GatewayClient
    /// The file to which each operation is written; nil for none.
    let history: HistoryFile?
    /// Receives the progress.
    let progress: @Sendable (String) -> Void

    /// Number of concurrent registrations: as many as passwords the gateway hashes at a time.
    private static let registrationsAtATime = 2
    /// How long scans may take after the load to appear in the lists.
    var settling = Duration.seconds(20)

    /// - Throws: `GatewayError` if accounts cannot be registered or lists cannot be read.
    func run() async throws -> LoadReport {
        progress("registering \(plan.accounts) account(s)")
        let texts = try DemoSamples.shipped().samples.map {
            GatewayModels.LabelText(text: $0.text, language: $0.language)
        }
        let accounts = try await register(texts)
        let before = try await listed(accounts)
        progress("\(plan.kind.rawValue) for \(Figures.age(plan.duration))")
        let start = ContinuousClock.now
        let load = LoadRun(
            plan: plan, client: LoadClient(client: client, kind: plan.kind, texts: texts, start: start),
            accounts: accounts)
        let tally = Mutex(LoadTally())
        await load.run { operation in
            tally.withLock { $0.add(operation) }
            history?.write(HistoryLine(operation))
        }
        let elapsed = ContinuousClock.now - start
        let result = tally.withLock { $0 }
        var report = result.report(plan, accounts: accounts.count, elapsed: elapsed)
        if plan.kind.makesScan {
            progress("checking that every accepted scan exists exactly once")
            (report.lost, report.doubled) = try await check(result.expected, accounts, before: before)
        }
        try history?.close()
        return report
    }

    private func register(_ texts: [GatewayModels.LabelText]) async throws -> [LoadClient.Account] {
        try await withThrowingTaskGroup(of: LoadClient.Account.self) { group in
            var accounts: [LoadClient.Account] = []
            for number in 0..<plan.accounts {
                if number >= Self.registrationsAtATime, let account = try await group.next() {
                    accounts.append(account)
                }
                group.addTask { try await newAccount(texts[number % texts.count]) }
            }
            for try await account in group { accounts.append(account) }
            return accounts
        }
    }

    private func newAccount(_ text: GatewayModels.LabelText) async throws -> LoadClient.Account {
        let account = try await GatewayAccount.register(prefix: "load", locale: "en", timeZone: "UTC", on: client)
        guard plan.kind == .read else { return LoadClient.Account(account: account) }
        var request = try GatewayClient.Request(.post, "/v1/label-scans").with(text)
        request.accessToken = try await account.accessToken()
        request.idempotencyKey = UUID().uuidString
        request.wait = LoadClient.timeout
        let scan = try await client.expect(GatewayModels.LabelScan.self, from: request)
        return LoadClient.Account(account: account, readableScan: scan.id)
    }

    /// Waits until every accepted scan is in its list, at most `settling`.
    private func check(
        _ expectation: ScanExpectation, _ accounts: [LoadClient.Account], before: [String: Set<String>]
    ) async throws -> (lost: Int, doubled: Int) {
        let end = ContinuousClock.now + settling
        while true {
            var lost = 0, doubled = 0
            for account in accounts {
                let id = account.account.id
                let ids = try await scans(of: account).filter { before[id]?.contains($0) != true }
                let found = expectation.check(account: id, listed: ids)
                lost += found.lost
                doubled += found.doubled
            }
            if lost == 0 || .now > end { return (lost, doubled) }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private func listed(_ accounts: [LoadClient.Account]) async throws -> [String: Set<String>] {
        guard plan.kind.makesScan else { return [:] }
        var listed: [String: Set<String>] = [:]
        for account in accounts { listed[account.account.id] = Set(try await scans(of: account)) }
        return listed
    }

    /// The ids of an account's scans, from all pages.
    private func scans(of account: LoadClient.Account) async throws -> [String] {
        struct Item: Codable, Sendable { let id: String }
        var ids: [String] = [], cursor: String?
        repeat {
            let query = cursor.map { "&cursor=\($0)" } ?? ""
            var request = GatewayClient.Request(.get, "/v1/label-scans?limit=100\(query)")
            request.accessToken = try await account.account.accessToken()
            let page = try await client.expect(GatewayModels.Page<Item>.self, from: request, tries: 5)
            ids += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil
        return ids
    }
}
