import EventContracts
import Foundation
import Synchronization

/// Executes a load: an open loop with a fixed rate, or a closed loop of clients.
struct LoadRun: Sendable {
    let plan: LoadPlan
    let client: LoadClient
    let accounts: [LoadClient.Account]

    /// Runs until the plan ends and the operations in progress then have ended.
    ///
    /// - Parameter collect: Receives each operation as it ends, one at a time.
    func run(_ collect: @escaping @Sendable (LoadOperation) -> Void) async {
        switch plan.pace {
        case .rate(let rate): await openLoop(rate, collect)
        case .clients(let count): await closedLoop(count, collect)
        }
    }

    private func openLoop(_ rate: Double, _ collect: @escaping @Sendable (LoadOperation) -> Void) async {
        let inProgress = Counter()
        await withDiscardingTaskGroup { group in
            var index = 0
            while !Task.isCancelled, plan.due(index, rate: rate) < plan.duration {
                let due = client.start + plan.due(index, rate: rate)
                if due > .now { try? await Task.sleep(until: due) }
                let account = accounts[index % accounts.count]
                if inProgress.value >= LoadPlan.maxInProgress {
                    collect(dropped(account, due: due))
                } else {
                    inProgress.add(1)
                    group.addTask { [index] in
                        collect(await client.perform(index, as: account, due: due))
                        inProgress.add(-1)
                    }
                }
                index += 1
            }
        }
    }

    private func closedLoop(_ count: Int, _ collect: @escaping @Sendable (LoadOperation) -> Void) async {
        let end = client.start + plan.duration
        await withDiscardingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    var index = number
                    while !Task.isCancelled, .now < end {
                        collect(await client.perform(index, as: accounts[index % accounts.count], due: .now))
                        index += count
                    }
                }
            }
        }
    }

    private func dropped(_ account: LoadClient.Account, due: ContinuousClock.Instant) -> LoadOperation {
        LoadOperation(
            kind: plan.kind, key: account.account.id, idempotencyKey: nil, begin: due - client.start,
            end: .now - client.start, outcome: .fail, status: 0, wasDropped: true)
    }
}

/// A counter that several tasks can change.
private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add(_ difference: Int) { count.add(difference, ordering: .relaxed) }
}
