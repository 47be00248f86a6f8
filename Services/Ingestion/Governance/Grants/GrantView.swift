import EventContracts
import Foundation
import IngestionCore

/// A grant in the form for its owner or its recipient.
struct GrantView: Encodable, Sendable {
    let id: GrantID
    /// `owner` or `grantee`: the role of the requester in the grant.
    let side: String
    /// The owner's name for the grantee; shown to the owner only.
    let name: String?
    /// The owner's display name; shown to the grantee.
    let owner: String?
    let scopes: [GrantScope]
    let state: String
    let offeredAt: Date
    let acceptedAt: Date?
    let endedAt: Date?
    let expiresAt: Date
    /// The invitation; returned once, when the grant is offered.
    let token: String?

    /// The grant in the form for its owner.
    init(_ grant: Grant, name: String, at now: Date, token: String? = nil) {
        self.init(grant, side: "owner", name: name, owner: nil, at: now, token: token)
    }

    /// The grant in the form for its recipient.
    init(held grant: Grant, owner: String?, at now: Date) {
        self.init(grant, side: "grantee", name: nil, owner: owner, at: now, token: nil)
    }

    private init(_ grant: Grant, side: String, name: String?, owner: String?, at now: Date, token: String?) {
        id = grant.id
        self.side = side
        self.name = name
        self.owner = owner
        scopes = grant.scopes.sorted { $0.rawValue < $1.rawValue }
        let isOver =
            switch grant.state {
            case .offered: grant.expiresAt <= now || grant.offeredAt + Grant.invitationLife <= now
            case .active: grant.expiresAt <= now
            case .withdrawn, .declined: false
            }
        state = isOver ? "expired" : grant.state.rawValue
        offeredAt = grant.offeredAt
        acceptedAt = grant.acceptedAt
        endedAt = grant.endedAt
        expiresAt = grant.expiresAt
        self.token = token
    }
}
