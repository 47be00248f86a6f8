import EventContracts
import Foundation
import TestPeers
import UnitSupport
@testable import IngestionAccounts
import IngestionCore
import IngestionService
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestSupport
import Testing

/// Thousands of recoveries without password hashing, to test everything else.
@Suite("Many recoveries", .timeLimit(.minutes(10)))
struct ManyRecoveriesTests {
    /// Number of recoveries; `RECOVERIES=6000` is the number in GW-17 and takes some minutes.
    private static let count = ProcessInfo.processInfo.environment["RECOVERIES"].flatMap(Int.init) ?? 600
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A registered person.
    private struct Somebody {
        let account: AccountID
        let emailIndex: [UInt8]
        var hash: String { "$argon2id$of \(account)" }
    }

    private static func register(
        _ count: Int, _ database: MessagingDatabase, _ ring: MemoryKeyRing
    ) async throws -> [Somebody] {
        let index = BlindIndex(key: [UInt8](repeating: 7, count: 32)), sealer = Sealer(keyRing: ring)
        var people: [Somebody] = []
        for number in 0..<count {
            let account = AccountID.random(), address = "person-\(number)@example.com"
            try await ring.createKey(for: account.uuid)
            let sealed = try await sealer.seal(bytes: Array(address.utf8), .emailAddress(of: account))
            let new = NewAccount(
                account: account, emailSealed: sealed, emailIndex: index.hash(address),
                passwordHash: "$argon2id$forgotten", locale: "en", timeZone: "UTC", acceptedTerms: "1",
                createdAt: database.clock.now())
            let isNew = try await database.write(.request(correlationID: UUID())) { transaction in
                try await AccountRepository.insert(new, in: transaction)
            }
            #expect(isNew)
            people.append(Somebody(account: account, emailIndex: index.hash(address)))
        }
        return people
    }

    private struct NotTaken: Error {}

    /// - Returns: Whether the code was accepted.
    private static func redeem(
        _ code: AccountCode, of somebody: Somebody, _ database: MessagingDatabase
    ) async throws -> Bool {
        do {
            try await database.write(.request(correlationID: UUID())) { transaction in
                let now = try transaction.eventTime()
                _ = try await AccountRepository.recover(
                    somebody.account, at: somebody.emailIndex, passwordHash: somebody.hash, at: now, in: transaction)
                let isTaken = try await AccountCodeRepository.use(
                    code, for: .recovery, of: somebody.account, mailedTo: somebody.emailIndex, at: now,
                    in: transaction)
                guard isTaken else { throw NotTaken() }
            }
            return true
        } catch is NotTaken {
            return false
        }
    }

    @Test("GW-17: each of many recoveries gets one code for its account")
    func all() async throws {
        try await TestDatabase.with { test in
            let role = test.role("ingestion")
            _ = try await Migrator(admin: test.admin, logger: Self.quiet).apply(
                try IngestionMigrations.all(), schema: "ingestion", role: role.name, password: role.password)
            let pool = PostgresPool(configuration: role.configuration, size: 4, logger: Self.quiet)
            let clock = FixedClock(Date()), ring = MemoryKeyRing(), sealer = Sealer(keyRing: ring)
            let database = MessagingDatabase(service: "ingestion", pool: pool, clock: clock, logger: Self.quiet)
            let people = try await Self.register(Self.count, database, ring)
            // Each person requests a recovery twice, and as many requests are for unknown addresses.
            for somebody in people + people {
                try await RecoveryRequestRepository.add(somebody.emailIndex, at: clock.now(), in: pool)
            }
            for number in 0..<Self.count {
                let nobody = BlindIndex(key: [UInt8](repeating: 7, count: 32)).hash("nobody-\(number)")
                try await RecoveryRequestRepository.add(nobody, at: clock.now(), in: pool)
            }
            // Two instances of the gateway.
            let work = RecoveryMails(database: database, sealer: sealer)
            while try await database.count("SELECT count(*) FROM recovery_requests") > 0 {
                async let one: Void = work.run()
                async let other: Void = work.run()
                _ = try await (one, other)
            }
            var codes: [AccountID: AccountCode] = [:], mails = 0
            for event in try await database.events(AccountMailRequested.self) {
                let mail = event.body
                let parameters = try await sealer.open(
                    mail.parameters, .accountMailParameters(mail.mailID, of: mail.accountID))
                codes[mail.accountID] = parameters.code.flatMap(AccountCode.init)
                mails += 1
            }
            #expect(mails == people.count && codes.count == people.count)
            var wrong = 0
            for (somebody, next) in zip(people, people.dropFirst() + people.prefix(1)) {
                guard let own = codes[somebody.account], let foreign = codes[next.account] else { continue }
                let isForeignTaken = try await Self.redeem(foreign, of: somebody, database)
                let isTaken = try await Self.redeem(own, of: somebody, database)
                let isTakenAgain = try await Self.redeem(own, of: somebody, database)
                if isForeignTaken || !isTaken || isTakenAgain { wrong += 1 }
            }
            #expect(wrong == 0)
            let replaced = try await database.count(
                "SELECT count(*) FROM accounts WHERE password_hash = '$argon2id$of ' || account_id")
            let used = try await database.count("SELECT count(*) FROM account_codes WHERE used_at IS NOT NULL")
            #expect(replaced == people.count && used == people.count)
            print("recoveries: \(people.count), wrong: \(wrong)")
            await pool.close()
        }
    }

    @Test("GW-17: recovery: an undecryptable address delays no one")
    func oneFault() async throws {
        try await TestDatabase.with { test in
            let role = test.role("ingestion")
            _ = try await Migrator(admin: test.admin, logger: Self.quiet).apply(
                try IngestionMigrations.all(), schema: "ingestion", role: role.name, password: role.password)
            let pool = PostgresPool(configuration: role.configuration, size: 2, logger: Self.quiet)
            let clock = FixedClock(Date()), ring = MemoryKeyRing()
            let database = MessagingDatabase(service: "ingestion", pool: pool, clock: clock, logger: Self.quiet)
            let people = try await Self.register(2, database, ring)
            try await pool.execute(
                "UPDATE accounts SET email_sealed = 'x' WHERE account_id = \(people[0].account.uuid)")
            for somebody in people {
                try await RecoveryRequestRepository.add(somebody.emailIndex, at: clock.now(), in: pool)
                clock.advance(by: .seconds(1))
            }
            let work = RecoveryMails(database: database, sealer: Sealer(keyRing: ring))
            await #expect(throws: SealingError.self) { try await work.run() }
            #expect(try await database.events(AccountMailRequested.self).map(\.body.accountID) == [people[1].account])
            #expect(try await database.count("SELECT count(*) FROM recovery_requests") == 1)
            clock.advance(by: .seconds(900))
            try await work.run()
            #expect(try await database.count("SELECT count(*) FROM recovery_requests") == 0)
            await pool.close()
        }
    }
}
