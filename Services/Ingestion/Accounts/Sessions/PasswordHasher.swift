import CLibargon2
import IngestionCore
import ServiceRuntime

/// Hashes and checks passwords with Argon2id on separate lanes.
package struct PasswordHasher: Sendable {
    /// Cost of one hash (OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane); takes about 40 ms.
    package enum Cost {
        package static let memoryKibibytes: UInt32 = 19 * 1_024
        package static let passes: UInt32 = 2
        package static let parallelism: UInt32 = 1
        /// Length of the salt, in bytes (RFC 9106 section 4).
        package static let saltBytes = 16
        package static let hashBytes = 32
    }

    /// libargon2 refused to hash.
    package struct HashingFailed: Error {
        /// The library's error code.
        package let code: Int32
    }

    private let lanes: WorkLanes
    /// A hash that is checked for unknown accounts, so that the response takes the same time.
    private let absent: String

    /// Hashes the placeholder for unknown accounts; call it at the start of the program.
    ///
    /// - Throws: `HashingFailed`.
    package init(lanes: WorkLanes) throws(HashingFailed) {
        self.lanes = lanes
        absent = try Self.phcString(of: "no account has this password")
    }

    /// The PHC string of a password, with a new salt.
    ///
    /// - Throws: `tooManyRequests` if too many wait; `HashingFailed`.
    package func hash(_ password: String) async throws -> String {
        try await onLane { Result { () throws(HashingFailed) in try Self.phcString(of: password) } }.get()
    }

    /// Refuses a request at once if the queue is full, before any data is read for it.
    ///
    /// - Throws: `tooManyRequests` if too many wait.
    package func admit() throws(ProblemDetails) {
        if lanes.isFull { throw Self.tooMany }
    }

    /// Whether the password matches the PHC string; takes the same time without one.
    ///
    /// - Throws: `tooManyRequests` if the queue is full.
    package func verify(_ password: String, against phcString: String?) async throws(ProblemDetails) -> Bool {
        let absent = absent
        let isRight = try await onLane { Self.matches(password, phcString ?? absent) }
        return isRight && phcString != nil
    }

    /// Whether the password matches the PHC string, as an attempt counted before the check.
    ///
    /// An attempt refused by a full queue is uncounted; the caller reports the result of the others.
    ///
    /// - Throws: `tooManyRequests` if the account must wait, or the queue is full.
    func verify(
        _ password: String, against phcString: String?, counting tries: SignInTries
    ) async throws(ProblemDetails) -> Bool {
        try admit()
        try tries.admit()
        do {
            return try await verify(password, against: phcString)
        } catch {
            tries.withdraw()
            throw error
        }
    }

    /// Retry-After for a full queue, in seconds: about the time to drain it.
    private static let retryAfterSeconds: Int64 = 2

    private func onLane<Output: Sendable>(
        _ work: @escaping @Sendable () -> Output
    ) async throws(ProblemDetails) -> Output {
        do {
            return try await lanes.run(work)
        } catch {
            throw Self.tooMany
        }
    }

    private static var tooMany: ProblemDetails {
        ProblemDetails(
            .tooManyRequests, because: .busySigningIn,
            extensions: [ProblemDetails.retryAfter: .integer(retryAfterSeconds)])
    }

    private static func matches(_ password: String, _ phcString: String) -> Bool {
        let bytes = Array(PasswordRules.normalize(password).utf8)
        return argon2id_verify(phcString, bytes, bytes.count) == ARGON2_OK.rawValue
    }

    private static func phcString(of password: String) throws(HashingFailed) -> String {
        let bytes = Array(PasswordRules.normalize(password).utf8)
        let salt = RandomBytes.make(Cost.saltBytes)
        let length = argon2_encodedlen(
            Cost.passes, Cost.memoryKibibytes, Cost.parallelism, UInt32(Cost.saltBytes), UInt32(Cost.hashBytes),
            Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = argon2id_hash_encoded(
            Cost.passes, Cost.memoryKibibytes, Cost.parallelism, bytes, bytes.count, salt, salt.count, Cost.hashBytes,
            &encoded, length)
        guard code == ARGON2_OK.rawValue else { throw HashingFailed(code: code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
