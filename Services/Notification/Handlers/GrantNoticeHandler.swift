import EventContracts
import Messaging
import Postgres
import Sealing

/// Notifies a person of the start and end of other people's access to records (GW-48), but not of the offer itself.
package struct GrantNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [GrantChanged]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<GrantChanged>, in transaction: borrowing Transaction) async throws {
        let grant = event.body, entry = Self.entry(of: grant)
        switch grant.state {
        case .offered: return
        case .withdrawn:
            // An offer that ends without being accepted raises no notice.
            guard try await inboxWriter.isKnown(entry, in: transaction) else { return }
        case .active, .declined: break
        }
        let words = try await inboxWriter.sealer.open(grant.words, .grantWords(grant.grantID, of: grant.accountID))
        try await inboxWriter.put(entry, in: transaction) {
            AccountNoticeWriter.text(of: grant, name: words.name, $0)
        }
    }

    /// The inbox entry about a grant.
    static func entry(of grant: GrantChanged) -> NoticeEntry {
        var entry = NoticeEntry(.grantChanged, of: grant.accountID, cause: grant.grantID.description)
        entry.version = grant.version
        entry.state = grant.state.rawValue
        entry.grantID = grant.grantID
        return entry
    }
}
