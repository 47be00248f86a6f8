import EventContracts
import Foundation
import Sealing
import TestPeers

extension EventSamples {
    private static let name = Sealed<String>(bytes: [4, 5])

    /// Scans that their owner has named.
    static let namedScans: [Sample] = [
        Sample(
            AssessLabelText(
                accountID: account, scanID: ScanID(uuid(2)), text: Sealed(bytes: [1, 2, 3]), language: "en",
                gtin: "00012345600012", profileVersion: 3, requestedAt: moment, name: name),
            added: "2026-11-27"),
        Sample(
            NameLabelScan(accountID: account, scanID: ScanID(uuid(2)), name: nil, requestedAt: moment),
            added: "2026-11-27"),
        Sample(
            ReadLabel(
                accountID: account, scanID: ScanID(uuid(2)), photo: PhotoKey(account: account, id: uuid(5)),
                facts: PhotoFacts(
                    format: .jpeg, width: 3_000, height: 4_000, orientation: 6, bytes: 2_345_678, focalLength: 26),
                language: "en", gtin: "00012345600012", profileVersion: 3, requestedAt: moment, name: name),
            added: "2026-11-27"),
        Sample(
            LabelRead(
                accountID: account, scanID: ScanID(uuid(2)), photo: PhotoKey(account: account, id: uuid(5)),
                outcome: .read, doubts: [], advice: [], confidence: 0.96, predictor: "pp-ocr-small/6",
                milliseconds: 850, reading: Sealed(bytes: [1, 2, 3]), language: "en", gtin: "00012345600012",
                profileVersion: 3, requestedAt: moment, readAt: moment, name: name),
            added: "2026-11-27"),
        Sample(
            ScanAssessed(
                accountID: account, scanID: ScanID(uuid(2)), version: 2, verdict: .contains, complete: true,
                language: "en", gtin: "04006381333931", contains: [.milk], mayContain: [], otherMatches: 0,
                profileVersion: 3, profileEmpty: false, profilePending: false, scannedAt: moment, assessedAt: moment,
                details: Sealed(bytes: [4, 5, 6]), name: name),
            added: "2026-11-27"),
    ]
}
