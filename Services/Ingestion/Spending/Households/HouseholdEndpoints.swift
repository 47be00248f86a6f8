import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Households: creating, joining, sharing purchases, and leaving (SPD-25).
struct HouseholdEndpoints: Sendable {
    let database: MessagingDatabase
    let resources: ResourceReader
    let reader: HouseholdReader
    let acceptor: HouseholdDepartures

    private var sealer: Sealer { acceptor.sealer }

    /// The settings of a member.
    private struct Options {
        let name: String
        let sharesNew: Bool

        init(_ fields: inout BodyFields) {
            name = fields.text("displayName", length: 1...Household.maxNameLength)
            sharesNew = fields.names("shareNewReceipts") ? fields.bool("shareNewReceipts") : false
        }
    }

    /// Creates a household with its owner as the only member.
    func create(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let name = fields.text("name", length: 1...Household.maxNameLength), options = Options(&fields)
        try fields.finish()
        let id = HouseholdID.random()
        let household = Household(
            id: id, owner: account,
            name: try await sealer.seal(bytes: Array(name.utf8), .householdName(id, of: account)))
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            try await prepare(account, in: transaction)
            try await HouseholdRepository.insert(household, at: transaction.eventTime(), in: transaction)
            try await join(id, options, call, in: transaction)
        }
        return try await answer(.created, to: call)
    }

    func read(_ call: Call) async throws -> Answer { try await answer(.ok, to: call) }

    /// Changes a member's own settings, and for its owner the household's name.
    func change(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let length = 1...Household.maxNameLength
        let name = fields.names("name") ? fields.text("name", length: length) : nil
        let displayName = fields.names("displayName") ? fields.text("displayName", length: length) : nil
        let sharesNew = fields.names("shareNewReceipts") ? fields.bool("shareNewReceipts") : nil
        try fields.finish()
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            var (household, mine) = try await lock(of: account, in: transaction)
            if let name {
                guard household.owner == account else { throw ProblemDetails(.forbidden) }
                household.name = try await sealer.seal(
                    bytes: Array(name.utf8), .householdName(household.id, of: account))
                try await HouseholdRepository.save(household, in: transaction)
            }
            if let displayName {
                mine.name = try await sealer.seal(bytes: Array(displayName.utf8), .memberName(mine.id, of: account))
            }
            mine.sharesNew = sharesNew ?? mine.sharesNew
            try await HouseholdRepository.save(mine, in: transaction)
        }
        return try await answer(.ok, to: call)
    }

    /// Ends the household for all members.
    func end(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let (household, _) = try await lock(of: account, in: transaction)
            guard household.owner == account else { throw ProblemDetails(.forbidden) }
            try await Audit.record(
                AuditEntry(.householdEnded, by: call, resource: household.id.description), in: transaction)
            try await acceptor.end(household.id, in: transaction)
        }
        return Answer(.noContent)
    }

    /// Creates an invitation code for one person.
    ///
    /// The owner passes it on, so that the gateway does not reveal who has an account.
    func invite(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, now = EventTime.truncate(database.clock.now())
        let code = SecretToken.random(), end = now.addingTimeInterval(Household.invitationLife)
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let (household, _) = try await lock(of: account, in: transaction)
            guard household.owner == account else { throw ProblemDetails(.forbidden) }
            let isMade = try await HouseholdRepository.invite(
                to: household.id, codeHash: code.hash, at: now, until: end, in: transaction)
            guard isMade else {
                throw ProblemDetails(
                    .conflict, detail: "\(Household.maxInvitations) invitations are open. They end after 7 days.")
            }
            try await Audit.record(
                AuditEntry(.householdInvited, by: call, resource: household.id.description), in: transaction)
        }
        return try .json(.created, HouseholdInvitationView(code: code.text, expiresAt: end))
    }

    /// Joins a household with a code, which is valid once and for a limited time.
    func accept(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, now = EventTime.truncate(database.clock.now())
        var fields = try BodyFields(call.body)
        let text = fields.text("code", length: 1...64), options = Options(&fields)
        try fields.finish()
        guard let code = SecretToken(text) else { throw ProblemDetails(.notFound) }
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            try await prepare(account, in: transaction)
            let id = try await HouseholdRepository.take(codeHash: code.hash, at: now, in: transaction)
            guard let id, try await HouseholdRepository.lock(id, in: transaction) != nil else {
                throw ProblemDetails(.notFound)
            }
            guard try await HouseholdRepository.count(of: id, in: transaction) < Household.maxMembers else {
                throw ProblemDetails(.conflict, detail: "The household has \(Household.maxMembers) members.")
            }
            try await join(id, options, call, in: transaction)
        }
        return try await answer(.created, to: call)
    }

    /// Leaves the household, or removes a member as its owner.
    func remove(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = HouseholdMemberID(try ResourceReader.id(of: call))
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let (household, mine) = try await lock(of: account, in: transaction)
            if mine.id == id {
                try await Audit.record(
                    AuditEntry(.householdLeft, by: call, resource: household.id.description), in: transaction)
                try await acceptor.leave(account, in: transaction)
                return
            }
            guard
                let other = try await HouseholdRepository.standing(id, of: household.id, in: transaction)
            else { throw ProblemDetails(.notFound) }
            guard household.owner == account else { throw ProblemDetails(.forbidden) }
            try await Audit.record(
                AuditEntry(.householdLeft, by: call, of: other.account, resource: household.id.description),
                in: transaction)
            try await acceptor.leave(other.account, in: transaction)
        }
        return Answer(.noContent)
    }

    /// Shares a purchase, or stops sharing it.
    func share(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, receipt = ReceiptID(try ResourceReader.id(of: call))
        guard try await resources.ownDocument(ResourceReference(.receipt, receipt.uuid), of: account) != nil else {
            throw ProblemDetails(.notFound)
        }
        var fields = try BodyFields(call.body)
        let isShared = fields.bool("shared")
        try fields.finish()
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            let published: ReceiptSharingChanged?
            if isShared {
                _ = try await ConsentRepository.require([.sharing], of: account, in: transaction)
                guard let mine = try await HouseholdRepository.membership(of: account, in: transaction) else {
                    throw ProblemDetails(.conflict, because: .noHousehold)
                }
                published = try await HouseholdRepository.share(
                    receipt, of: account, by: mine.id, at: now, in: transaction)
            } else {
                published = try await HouseholdRepository.withdraw(receipt, of: account, at: now, in: transaction)
            }
            if let published { try transaction.append(published, key: account, subject: receipt) }
        }
        return try .json(.ok, ReceiptSharingView(shared: isShared))
    }

    /// The members' shared purchases, including those of the caller, newest first.
    func listReceipts(_ call: Call) async throws -> Answer {
        let scene = try await reader.scene(of: call.principal.account), query = try PageQuery(call.query)
        let found = try await HouseholdRepository.receipts(
            by: scene.members, after: query.cursor, limit: query.limit + 1, in: resources.database)
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        let next = last.map { PageCursor(sortKey: $0.sortKey, id: $0.published.receiptID.uuid).text }
        var items: [SharedReceiptView] = []
        for receipt in found.prefix(query.limit) {
            if let view = try await view(of: receipt, in: scene) { items.append(view) }
        }
        return try .json(.ok, PageView(items: items, next: next))
    }

    func readReceipt(_ call: Call) async throws -> Answer {
        let scene = try await reader.scene(of: call.principal.account), id = ReceiptID(try ResourceReader.id(of: call))
        let found = try await HouseholdRepository.receipts(by: scene.members, only: id, in: resources.database)
        guard let receipt = found.first, let view = try await view(of: receipt, in: scene) else {
            throw ProblemDetails(.notFound)
        }
        return try .json(.ok, view)
    }

    // MARK: - Parts

    /// Checks that a person may join a household: they consent to sharing, and are in none.
    private func prepare(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        _ = try await ConsentRepository.require([.sharing], of: account, in: transaction)
        guard try await HouseholdRepository.membership(of: account, in: transaction) == nil else {
            throw ProblemDetails(.conflict, because: .inHousehold)
        }
    }

    private func join(
        _ household: HouseholdID, _ options: Options, _ call: Call, in transaction: borrowing Transaction
    ) async throws {
        let account = try call.principal.account, id = HouseholdMemberID.random()
        let member = HouseholdMember(
            id: id, household: household, account: account,
            name: try await sealer.seal(bytes: Array(options.name.utf8), .memberName(id, of: account)),
            sharesNew: options.sharesNew, joinedAt: try transaction.eventTime())
        try await HouseholdRepository.insert(member, in: transaction)
        try await Audit.record(
            AuditEntry(.householdJoined, by: call, resource: household.description), in: transaction)
        try acceptor.publish(member, in: transaction)
    }

    /// The household and membership of a person, locked until the transaction ends.
    private func lock(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> (Household, HouseholdMember) {
        guard let found = try await HouseholdRepository.membership(of: account, in: transaction),
            let household = try await HouseholdRepository.lock(found.household, in: transaction),
            let mine = try await HouseholdRepository.membership(of: account, in: transaction), mine.id == found.id
        else { throw ProblemDetails(.notFound) }
        return (household, mine)
    }

    private func answer(_ status: HTTPResponse.Status, to call: Call) async throws -> Answer {
        let scene = try await reader.scene(of: call.principal.account), household = scene.household
        var members: [HouseholdView.Member] = []
        for member in scene.members {
            guard let name = try await reader.name(of: member) else { continue }
            members.append(
                HouseholdView.Member(
                    id: member.id, name: name, role: member.account == household.owner ? "owner" : "member",
                    me: member.id == scene.mine.id, joinedAt: member.joinedAt))
        }
        var name: String?
        if let sealed = household.name {
            let bytes = try await sealer.open(bytes: sealed, .householdName(household.id, of: household.owner))
            name = String(decoding: bytes, as: UTF8.self)
        }
        return try .json(
            status,
            HouseholdView(
                id: household.id, name: name, members: members, shareNewReceipts: scene.mine.sharesNew))
    }

    /// A shared purchase, decrypted with its owner's key; nil if the owner is being erased.
    private func view(
        of receipt: HouseholdRepository.SharedReceipt, in scene: HouseholdReader.Scene
    ) async throws -> SharedReceiptView? {
        guard let member = scene.members.first(where: { $0.id == receipt.member }),
            let name = try await reader.name(of: member)
        else { return nil }
        let published = receipt.published
        let record = try await sealer.open(published.record, .receiptRecord(published.receiptID, of: member.account))
        return SharedReceiptView(published, record, by: ContributorView(id: member.id, name: name))
    }
}
