import EventContracts
import Foundation
import IngestionCore
import Postgres
import Purchases
import Sealing
import ServiceRuntime

/// A member's view of their household: its members and their shared purchases (SPD-25).
struct HouseholdReader: Sendable {
    let database: PostgresPool
    let book: PurchaseCache
    let sealer: Sealer

    /// A household in the view of one of its members.
    struct Scene: Sendable {
        let household: Household
        let mine: HouseholdMember
        /// The members in the order of joining.
        let members: [HouseholdMember]
    }

    /// The shared purchases of one member.
    struct Share: Sendable {
        let member: HouseholdMember
        let name: String
        let book: PurchaseCache.Book
    }

    /// The household of a person.
    ///
    /// - Throws: `notFound` if they have none.
    func scene(of account: AccountID) async throws -> Scene {
        guard let scene = try await find(account) else { throw ProblemDetails(.notFound) }
        return scene
    }

    /// The household of a person; nil if they have none.
    func find(_ account: AccountID) async throws -> Scene? {
        guard let mine = try await HouseholdRepository.membership(of: account, in: database),
            let household = try await HouseholdRepository.read(mine.household, in: database)
        else { return nil }
        let members = try await HouseholdRepository.members(of: household.id, in: database)
        return Scene(household: household, mine: mine, members: members)
    }

    /// The name of a member; nil if they are being erased.
    func name(of member: HouseholdMember) async throws -> String? {
        do {
            let bytes = try await sealer.open(bytes: member.name, .memberName(member.id, of: member.account))
            return String(decoding: bytes, as: UTF8.self)
        } catch SealingError.erased {
            return nil
        }
    }

    /// The shared purchases of each member; members being erased are left out.
    func shares(in scene: Scene) async throws -> [Share] {
        let shared = try await HouseholdRepository.shared(by: scene.members, in: database)
        var shares: [Share] = []
        for member in scene.members {
            guard let name = try await name(of: member) else { continue }
            var own = PurchaseCache.Book()
            if let ids = shared[member.id] {
                do {
                    own.entries = try await book.book(of: member.account).entries.filter { ids.contains($0.key) }
                } catch SealingError.erased {
                    continue
                }
            }
            shares.append(Share(member: member, name: name, book: own))
        }
        return shares
    }
}
