import EventContracts
import Foundation
import Logging
import Messaging
import NotificationChannels
import Postgres
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Sends account mails: claims them, sends them and stores the outcome, some at a time; several instances share them.
struct AccountMailJob: Service {
    /// Maximum number of mails being sent at the same time.
    private static let maxConcurrent = 8
    /// Polling interval of a busy service if no mail is known to be due; short, because a person waits for a code.
    private static let pause = Duration.milliseconds(500)

    let writer: AccountMailWriter
    let sender: ChannelSender
    let pool: PostgresPool
    let clock: any WallClock
    /// The activity of the service: while it is idle, the job polls rarely until an event queues a mail.
    let activity: Activity
    let registry: MetricsRegistry
    let logger: Logger

    /// Finishes the current round before ending, because an interrupted attempt would be repeated.
    func run() async throws {
        let isStopping = Atomic(false), wakeSignal = WakeSignal()
        activity.wakes(wakeSignal)
        await withGracefulShutdownHandler {
            var failure: String?
            while !Task.isCancelled, !isStopping.load(ordering: .acquiring) {
                var sent = 0
                do {
                    sent = try await round()
                    failure = nil
                } catch {
                    let problem = safeDescription(of: error)
                    if problem != failure {
                        logger.warning("account mails are waiting", metadata: ["error": "\(problem)"])
                    }
                    failure = problem
                }
                if sent == 0 { await wakeSignal.wait(atMost: activity.interval(Self.pause)) }
            }
        } onGracefulShutdown: {
            isStopping.store(true, ordering: .releasing)
            wakeSignal.signal()
        }
    }

    /// The current time with the precision of event times.
    private var now: Date { EventTime.truncate(clock.now()) }

    private func round() async throws -> Int {
        guard try await AccountMailRepository.isAnythingDue(at: now, on: pool) else { return 0 }
        let (claimed, failed) = try await pool.withTransaction { transaction in
            try await AccountMailRepository.claim(at: now, limit: Self.maxConcurrent, in: transaction)
        }
        for mail in failed { report(mail) }
        let done = await withTaskGroup(of: ClaimedAccountMail.self) { group in
            for mail in claimed {
                group.addTask {
                    var mail = mail
                    let outcome = await attempt(mail)
                    var random = SystemRandomNumberGenerator()
                    mail.delivery.settle(outcome, at: now, using: &random)
                    return mail
                }
            }
            return await group.reduce(into: [ClaimedAccountMail]()) { $0.append($1) }
        }
        try await pool.withTransaction { transaction in
            try await AccountMailRepository.store(done, at: now, in: transaction)
        }
        for mail in done { report(mail) }
        return claimed.count + failed.count
    }

    private func attempt(_ mail: ClaimedAccountMail) async -> DeliveryOutcome {
        switch await writer.write(mail, at: now) {
        case .success(let message): await sender.send(message, at: now)
        case .failure(let problem): problem.outcome
        }
    }

    /// Logs the result of a mail for the operator, without personal data.
    private func report(_ mail: ClaimedAccountMail) {
        registry.counter(
            "foodmagic_notification_account_mails_total",
            help: "Account mail attempts, by outcome.",
            labels: ["kind": mail.kind.rawValue, "state": mail.delivery.state.rawValue]
        ).increment()
        guard mail.delivery.state == .failed else { return }
        logger.warning(
            "account mail failed",
            metadata: [
                "mail": "\(mail.mail)", "kind": "\(mail.kind.rawValue)", "reason": "\(mail.delivery.reason ?? "")",
            ])
    }
}
