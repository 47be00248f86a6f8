import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// Account administration by staff: each action by role and audited (GW-25, GW-30, GW-31).
struct AdminEndpoints: Sendable {
    let database: MessagingDatabase
    let sealer: Sealer
    let emailIndex: BlindIndex
    let sessions: SessionRegistry

    /// The account with an address, without the data that the person stores in it.
    func find(_ call: Call) async throws -> Answer {
        guard let email = call.query.first(where: { $0.name == "email" })?.value, !email.isEmpty else {
            throw ProblemDetails(.invalidFields, errors: [.init(parameter: "email", .required)])
        }
        let index = emailIndex.hash(Username.indexed(signIn: email))
        let found = try await AccountRepository.credentials(emailIndex: index, in: database.pool)
        guard let account = found?.account, let record = try await record(of: account) else {
            return try .json(.ok, PageView(items: [AccountRecordView](), next: nil))
        }
        try await Audit.record(
            AuditEntry(.staffRead, by: call, of: account, resource: call.route.operation), in: database.pool)
        return try .json(.ok, PageView(items: [record], next: nil))
    }

    func read(_ call: Call) async throws -> Answer {
        let account = AccountID(try ResourceReader.id(of: call))
        guard let record = try await record(of: account) else { throw ProblemDetails(.notFound) }
        try await Audit.record(
            AuditEntry(.staffRead, by: call, of: account, resource: call.route.operation), in: database.pool)
        return try .json(.ok, record)
    }

    /// Suspends, reinstates or corrects another person's account, with a reason.
    func change(_ call: Call) async throws -> Answer {
        let subject = try call.otherAccount(), form = try AccountRecordForm(call.body)
        guard try await record(of: subject) != nil else { throw ProblemDetails(.notFound) }
        let reason = try await Audit.sealed(form.reason, about: subject, with: sealer)
        let told = try await sealer.seal(bytes: Array(form.reason.utf8), .suspensionReason(of: subject))
        let ended = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            var ended: [SessionID] = []
            if form.locale != nil || form.timeZone != nil {
                guard
                    let announced = try await AccountRecordRepository.correct(
                        subject, locale: form.locale, timeZone: form.timeZone, at: now, in: transaction)
                else { throw ProblemDetails(.notFound) }
                try transaction.append(announced, key: subject, subject: subject, isSnapshot: true)
                try await Audit.record(
                    AuditEntry(.accountChanged, by: call, of: subject, reason: reason), in: transaction)
            }
            switch form.status {
            case .suspended?:
                let changed = try await AccountRecordRepository.suspend(
                    subject, because: told, at: now, in: transaction)
                if let changed {
                    try transaction.append(changed, key: subject, subject: subject)
                    ended = try await SessionRepository.revokeAll(of: subject, but: nil, at: now, in: transaction)
                    try await Audit.record(
                        AuditEntry(.accountSuspended, by: call, of: subject, reason: reason), in: transaction)
                }
            case .active?:
                if let changed = try await AccountRecordRepository.reinstate(subject, at: now, in: transaction) {
                    try transaction.append(changed, key: subject, subject: subject)
                    try await Audit.record(
                        AuditEntry(.accountReinstated, by: call, of: subject, reason: reason), in: transaction)
                }
            case nil: break
            }
            return ended
        }
        await sessions.changed(ended, of: subject)
        guard let record = try await record(of: subject) else { throw ProblemDetails(.notFound) }
        return try .json(.ok, record)
    }

    /// Grants a role: permanently if clearance, signed rules and training are recorded, otherwise for 30 days (GW-32).
    func grantRole(_ call: Call) async throws -> Answer {
        let subject = try call.otherAccount(), now = EventTime.truncate(database.clock.now())
        let form = try StaffRoleForm(call.body, upTo: CalendarDay.latest(at: now))
        guard let before = try await record(of: subject), before.status == "active" else {
            throw ProblemDetails(.notFound)
        }
        let granted = GrantedRole.given(
            form.role, clearedOn: form.clearedOn, rulesSignedOn: form.rulesSignedOn, trainedOn: form.trainedOn,
            provisionalDays: StaffRoleRepository.provisionalDays, at: now)
        let giver = try call.principal.account
        try await database.pool.withTransaction { transaction in
            try await StaffRoleRepository.give(granted, to: subject, by: giver, in: transaction)
            try await Audit.record(
                AuditEntry(.roleGranted, by: call, of: subject, resource: form.role.rawValue), in: transaction)
        }
        await sessions.changedAll(of: subject)
        guard let record = try await record(of: subject) else { throw ProblemDetails(.notFound) }
        return try .json(.created, record)
    }

    /// Revokes one role, or all of them at once (GW-30).
    func revokeRoles(_ call: Call) async throws -> Answer {
        let subject = try call.otherAccount()
        var named: [StaffRole]?
        if let text = call.query.first(where: { $0.name == "role" })?.value {
            guard let role = StaffRole(rawValue: text) else {
                throw ProblemDetails(
                    .invalidFields, errors: [.init(parameter: "role", .init(.notAChoice, "is not a known role"))])
            }
            named = [role]
        }
        guard try await record(of: subject) != nil else { throw ProblemDetails(.notFound) }
        let roles = named, revoker = try call.principal.account, now = EventTime.truncate(database.clock.now())
        try await database.pool.withTransaction { transaction in
            let had = try await StaffRoleRepository.revoke(roles, of: subject, by: revoker, at: now, in: transaction)
            for role in had {
                try await Audit.record(
                    AuditEntry(.roleRevoked, by: call, of: subject, resource: role.rawValue), in: transaction)
            }
        }
        await sessions.changedAll(of: subject)
        return Answer(.noContent)
    }

    /// Opens the security records of one account for half an hour, which appears in the person's access log.
    func breakGlass(_ call: Call) async throws -> Answer {
        let subject = try call.otherAccount()
        var fields = try BodyFields(call.body)
        let words = fields.text("reason", length: Audit.reasonLength)
        try fields.finish()
        guard try await record(of: subject) != nil else { throw ProblemDetails(.notFound) }
        let reason = try await Audit.sealed(words, about: subject, with: sealer)
        let staff = try call.principal.account, now = EventTime.truncate(database.clock.now())
        let end = now + BrokenGlassRepository.opening
        try await database.pool.withTransaction { transaction in
            try await BrokenGlassRepository.open(subject, to: staff, at: now, until: end, in: transaction)
            try await Audit.record(
                AuditEntry(.glassBroken, by: call, of: subject, reason: reason), in: transaction)
        }
        return try .json(.created, BrokenGlassView(endsAt: end))
    }

    /// Sessions and security entries of an account; with emergency access only.
    func readSecurity(_ call: Call) async throws -> Answer {
        let subject = try call.otherAccount(), staff = try call.principal.account
        let now = database.clock.now()
        guard try await BrokenGlassRepository.isOpen(subject, to: staff, at: now, in: database.pool) else {
            throw ProblemDetails(.forbidden, detail: "Request emergency access first, with a reason.")
        }
        try await Audit.record(
            AuditEntry(.staffRead, by: call, of: subject, resource: call.route.operation), in: database.pool)
        let open = try await SessionRepository.list(of: subject, at: now, in: database.pool)
        let found = try await AuditRepository.security(of: subject, limit: PageQuery.largest, in: database.pool)
        var entries: [AuditEntryView] = []
        for entry in found { entries.append(AuditEntryView(entry, reason: try await entry.reason(openedBy: sealer))) }
        return try .json(
            .ok,
            AccountSecurityView(
                sessions: open.map {
                    .init(id: $0.session, createdAt: $0.createdAt, lastUsedAt: $0.lastUsedAt, expiresAt: $0.expiresAt)
                }, entries: entries))
    }

    func readStatistics(_ call: Call) async throws -> Answer {
        var entry = AuditEntry(.staffRead, by: call, resource: call.route.operation)
        entry.subject = nil
        try await Audit.record(entry, in: database.pool)
        return try .json(.ok, try await BusinessFigures.compute(at: database.clock.now(), in: database.pool))
    }

    /// The accuracy of photo recognition compared with corrections (VIS-04).
    func readAccuracy(_ call: Call) async throws -> Answer {
        let today = CalendarDay(database.clock.now(), in: .gmt)
        var fields = (first: today.adding(days: -ReadingAccuracy.usualDays) ?? today, last: today)
        var problems: [ProblemDetails.FieldProblem] = []
        for (name, value) in call.query where ["from", "to"].contains(name) {
            guard let day = CalendarDay(value) else {
                problems.append(.init(parameter: name, .init(.notADay, "must be a day such as 2026-11-23")))
                continue
            }
            if name == "from" { fields.first = day } else { fields.last = day }
        }
        let span = fields.last.daysSinceEpoch - fields.first.daysSinceEpoch
        if problems.isEmpty, !(0..<ReadingAccuracy.maxDays).contains(span) {
            problems.append(
                .init(
                    parameter: "from",
                    .init(
                        .outOfRange, "must lie less than \(ReadingAccuracy.maxDays) days before to",
                        ["max": .integer(ReadingAccuracy.maxDays)])))
        }
        guard problems.isEmpty else { throw ProblemDetails(.invalidFields, errors: problems) }
        var entry = AuditEntry(.staffRead, by: call, resource: call.route.operation)
        entry.subject = nil
        try await Audit.record(entry, in: database.pool)
        return try .json(
            .ok, try await ReadingAccuracy.compute(from: fields.first, upTo: fields.last, in: database.pool))
    }

    private func record(of account: AccountID) async throws -> AccountRecordView? {
        guard let record = try await AccountRecordRepository.read(account, in: database.pool) else { return nil }
        return AccountRecordView(record, roles: try await StaffRoleRepository.list(of: account, in: database.pool))
    }
}
