import ArgumentParser
import Sealing
import ServiceRuntime

/// The command `fmctl keys rewrap`.
struct KeysRewrapCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrap", abstract: "Wrap every data key with the first of KEYRING_MASTER_KEYS.",
        discussion: """
            Put the new master key first in KEYRING_MASTER_KEYS, restart all services, run this, then remove the old \
            key. Safe to repeat, and while services run. Sealed data is not changed.
            """)

    func execute(_ console: Console) async throws -> Finding {
        let keyRing = try OperatorKeyRing(from: .process())
        let count = try await keyRing.lend(for: .rewrap, "all data keys") { try await $0.rewrapAll() }
        console.line(count == 1 ? "1 data key was wrapped again" : "\(count) data keys were wrapped again")
        return .clean
    }
}
