import EventContracts
import Nourishment
import Postgres
import Sealing

/// The units in which a person's data is shown and entered.
package struct AccountUnits: Sendable {
    private let database: PostgresPool
    private let sealer: Sealer

    package init(database: PostgresPool, sealer: Sealer) {
        self.database = database
        self.sealer = sealer
    }

    /// The person's unit preference for everything; nil if they chose none.
    package func chosen(by account: AccountID) async throws -> UnitPreference? {
        try await read(account).chosen
    }

    /// The units shown to the account: the chosen ones, or else those of the person's place.
    package func shown(to account: AccountID) async throws -> UnitPreference {
        let (chosen, stored) = try await read(account)
        return chosen ?? Self.defaults(locale: stored?.locale ?? "", timeZone: stored?.timeZone ?? "")
    }

    private func read(_ account: AccountID) async throws -> (chosen: UnitPreference?, account: StoredAccount?) {
        let stored = try await AccountRepository.read(account, in: database)
        guard let sealed = stored?.detailsSealed else { return (nil, stored) }
        let bytes = try await sealer.open(bytes: sealed, .accountDetails(of: account))
        return (try EventCoding.decode(AccountDetails.self, from: bytes).units, stored)
    }

    /// The units of a place: customary in the United States, both in Canada, metric elsewhere.
    ///
    /// - Parameters:
    ///   - locale: A language tag, whose region is used if it has one.
    ///   - timeZone: A name of the time zone database; used if the language tag has no region.
    /// - Returns: The units.
    package static func defaults(locale: String, timeZone: String) -> UnitPreference {
        let region = locale.split(separator: "-").dropFirst().first { $0.count == 2 }?.uppercased()
        switch region {
        case "US"?, "LR"?: return .imperial
        case "CA"?: return .mixed
        case _?: return .metric
        case nil: break
        }
        if americanZones.contains(where: timeZone.hasPrefix) { return .imperial }
        return LabelReference(timeZone: timeZone) == .canada ? .mixed : .metric
    }

    /// Prefixes of the names of time zones in the United States.
    private static let americanZones = [
        "US/", "America/New_York", "America/Detroit", "America/Kentucky/", "America/Indiana/", "America/Chicago",
        "America/Menominee", "America/North_Dakota/", "America/Denver", "America/Boise", "America/Phoenix",
        "America/Los_Angeles", "America/Anchorage", "America/Juneau", "America/Sitka", "America/Metlakatla",
        "America/Yakutat", "America/Nome", "America/Adak", "Pacific/Honolulu",
    ]
}
