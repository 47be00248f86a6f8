import EventContracts
import Foundation
import Sealing

/// A scan as `allergen` publishes it; the test sets its subject.
func scan(
    of account: AccountID = .random(), _ id: ScanID = .random(), version: Int64 = 1, verdict: Verdict,
    complete: Bool = true, contains: [AllergenChoice] = [], mayContain: [AllergenChoice] = [], otherMatches: Int = 0,
    profileEmpty: Bool = false, profilePending: Bool = false
) -> ScanAssessed {
    let time = Date(timeIntervalSince1970: 1_768_478_400)
    return ScanAssessed(
        accountID: account, scanID: id, version: version, verdict: verdict, complete: complete, language: "en",
        gtin: nil, contains: contains, mayContain: mayContain, otherMatches: otherMatches, profileVersion: 1,
        profileEmpty: profileEmpty, profilePending: profilePending, scannedAt: time, assessedAt: time,
        details: Sealed(bytes: [1]))
}
