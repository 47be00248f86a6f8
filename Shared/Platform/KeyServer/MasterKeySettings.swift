import Foundation
import Sealing
import ServiceRuntime

/// Settings of the master keys, for services and `fmctl`.
///
/// | key | type | default |
/// |---|---|---|
/// | `KEYRING_MASTER_KEYS` | `id:base64` of 32 bytes, or `kms:id` for a key of the key server, several separated by commas, the one that wraps first; secret | required |
/// | `KMS_URL` | URL of the key server, without a trailing slash; `http:` only on this machine | required with `kms:` |
/// | `KMS_TOKEN` | bearer token for it; secret | required with `kms:` |
/// | `KMS_REGION` | its location, as its provider calls the region; see `DataRegion` | required with `kms:` |
package enum MasterKeySettings {
    /// The prefix of the id of a key on the server; no local key may have this name.
    private static let serverPrefix = "kms"

    /// Reads the keys above; nil after a problem.
    package static func read(from environment: inout EnvironmentReader) -> (any KeyWrapper)? {
        let names = environment.required("KEYRING_MASTER_KEYS", as: .masterKeyNames, secret: true)
        guard let names else { return nil }
        guard let serverKeyID = names.serverKeyID else { return names.own }
        let url = environment.required("KMS_URL", as: .serverURL)
        let token = environment.required("KMS_TOKEN", as: .bearerToken, secret: true)
        let region = environment.required("KMS_REGION", as: .string)
        if !region.isEmpty { DataRegion.check(region, of: "KMS_REGION", in: &environment) }
        guard !url.isEmpty, !token.isEmpty else { return nil }
        return ServedMasterKeys(
            server: KeyServer(.init(url: url, token: token)), serverKeyID: serverKeyID, own: names.own,
            isOwnFirst: names.isOwnFirst)
    }

    /// The keys named in `KEYRING_MASTER_KEYS`.
    fileprivate struct Names: Sendable {
        var own: MasterKeys?
        var serverKeyID: String?
        var isOwnFirst = false

        /// Nil if the text is malformed; at most one key may be on the server, and its id must differ from all local
        /// ones.
        init?(_ text: String) {
            let entries = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let isServers = { (entry: String) in entry.hasPrefix("\(MasterKeySettings.serverPrefix):") }
            let ours = entries.filter { !isServers($0) }
            let servers = entries.filter(isServers).map {
                String($0.dropFirst(MasterKeySettings.serverPrefix.count + 1))
            }
            guard servers.count <= 1, servers.allSatisfy(MasterKeySettings.isKeyID) else { return nil }
            if !ours.isEmpty {
                guard let keys = MasterKeys(text: ours.joined(separator: ",")) else { return nil }
                own = keys
            }
            serverKeyID = servers.first
            isOwnFirst = entries.first.map { !isServers($0) } ?? false
            if let serverKeyID, own?.knows(serverKeyID) == true { return nil }
        }
    }

    /// Maximum length of a key's id, in characters.
    private static let maxIDLength = 64

    private static func isKeyID(_ text: String) -> Bool {
        (1...maxIDLength).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-._".contains($0) }
    }
}

extension EnvironmentFormat<MasterKeySettings.Names?> {
    /// The keys that wrap the accounts' data keys.
    fileprivate static var masterKeyNames: Self {
        Self("id:base64 of 32 bytes or kms:id, several separated by commas", placeholder: nil) { _, text in
            MasterKeySettings.Names(text).map(Optional.some)
        }
    }
}
