import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import Sealing
import ServiceRuntime

/// The audit log, for staff with permission, and for the person whose records it is about.
struct AuditEndpoints: Sendable {
    let database: PostgresPool
    let sealer: Sealer

    /// Accesses to the account by others: role, time and reason.
    func readAccessLog(_ call: Call) async throws -> Answer {
        let query = try PageQuery(call.query)
        let found = try await AuditRepository.access(
            to: call.principal.account, before: query.cursor?.sortKey, limit: query.limit + 1, in: database)
        var views: [AccessLogView] = []
        for entry in found.prefix(query.limit) {
            views.append(AccessLogView(entry, reason: try await entry.reason(openedBy: sealer)))
        }
        return try page(views, of: found, query)
    }

    /// The entries that the role may read (C11); reading is recorded too.
    func read(_ call: Call) async throws -> Answer {
        let page = try PageQuery(call.query)
        let options = try Self.options(call, page)
        var entry = AuditEntry(.auditRead, by: call)
        entry.subject = nil
        try await Audit.record(entry, in: database)
        let found = try await AuditRepository.list(options, in: database)
        var views: [AuditEntryView] = []
        for entry in found.prefix(page.limit) {
            views.append(AuditEntryView(entry, reason: try await entry.reason(openedBy: sealer)))
        }
        return try self.page(views, of: found, page)
    }

    private func page(
        _ views: [some Encodable & Sendable], of found: [StoredAuditEntry], _ query: PageQuery
    ) throws -> Answer {
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        let next = last.map { PageCursor(sortKey: $0.id, id: Self.noID).text }
        return try .json(.ok, PageView(items: views, next: next))
    }

    /// A placeholder in cursors, because entries are ordered only by their numbers.
    private static let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    private static func options(_ call: Call, _ page: PageQuery) throws -> AuditRepository.Query {
        let allowed = call.actingAs.reduce(into: Set<AuditCategory>()) { $0.formUnion($1.auditCategories) }
        var query = AuditRepository.Query(
            categories: AuditCategory.allCases.filter(allowed.contains), before: page.cursor?.sortKey,
            limit: page.limit + 1)
        var problems: [ProblemDetails.FieldProblem] = []
        for (name, value) in call.query {
            switch name {
            case "category":
                guard let category = AuditCategory(rawValue: value) else {
                    problems.append(
                        .init(
                            parameter: name,
                            .init(
                                .notAChoice, "must be security, access or operations",
                                ["choices": .texts(["security", "access", "operations"])])))
                    continue
                }
                guard allowed.contains(category) else { throw ProblemDetails(.forbidden) }
                query.categories = [category]
            case "from", "to":
                guard let date = EventTime.parse(value) else {
                    problems.append(.init(parameter: name, .notATime))
                    continue
                }
                if name == "from" { query.from = date } else { query.to = date }
            default: break
            }
        }
        guard problems.isEmpty else { throw ProblemDetails(.invalidFields, errors: problems) }
        return query
    }
}

extension StoredAuditEntry {
    /// The reason, decrypted with the key of its account; unreadable after the erasure of that account.
    func reason(openedBy sealer: Sealer) async throws -> String? {
        guard let reason, let subject else { return nil }
        do {
            let bytes = try await sealer.open(bytes: reason.sealed, .auditReason(reason.id, of: subject))
            return String(decoding: bytes, as: UTF8.self)
        } catch SealingError.erased {
            return nil
        }
    }
}
