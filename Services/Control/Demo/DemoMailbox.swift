import Foundation

/// The mailbox of a local stack (`deploy/run`), which receives every mail: the demo confirms its address with the code
/// and checks the payment notices (GW-07, BIL-09).
struct DemoMailbox: Sendable {
    /// The result of checking the mails.
    struct Outcome: Codable, Sendable {
        /// Time from registration to the confirmed address, in milliseconds.
        let verifiedAfter: Double
        /// Subjects of the account's mails, oldest first.
        var subjects: [String] = []
        /// Notices of payments without a mail.
        var missing: [String] = []
    }

    /// The Maildir that receives the mails.
    let directory: URL
    /// Timeout for a mail, in seconds.
    var timeout = 12

    /// The mails to an address, the oldest first.
    func mails(to address: String) -> [DemoMail] {
        files().compactMap { file in (try? Data(contentsOf: file)).flatMap(DemoMail.init) }
            .filter { $0.recipient.lowercased() == address.lowercased() }
    }

    /// Waits for the verification code, and redeems it.
    ///
    /// - Parameters:
    ///   - account: The new account.
    ///   - client: The gateway.
    /// - Returns: How long it took.
    /// - Throws: `GatewayError`, or `ControlFailure.problem` if no code arrives in time.
    func verify(_ account: GatewayAccount, _ client: GatewayClient) async throws -> Outcome {
        let start = ContinuousClock.now, end = start + .seconds(timeout)
        while ContinuousClock.now < end {
            if let code = mails(to: account.credentials.email).lazy.compactMap(Self.code).first {
                var request = try GatewayClient.Request(.post, "/v1/accounts/verification").with(["code": code])
                request.accessToken = try await account.accessToken()
                request.idempotencyKey = UUID().uuidString
                let answer = try await client.send(request)
                guard answer.status == 204 else {
                    throw ControlFailure.problem("the code of the mail was answered with \(answer.status)")
                }
                return Outcome(verifiedAfter: (ContinuousClock.now - start) / .milliseconds(1))
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw ControlFailure.problem("no code came into \(directory.path()) within \(timeout) s")
    }

    /// Waits until a mail has arrived for each notice.
    ///
    /// - Parameters:
    ///   - notices: The titles of the notices.
    ///   - address: The recipient.
    ///   - outcome: The result so far; updated.
    /// - Throws: `CancellationError`.
    func find(_ notices: [String], to address: String, _ outcome: inout Outcome) async throws {
        let end = ContinuousClock.now + .seconds(timeout)
        while true {
            outcome.subjects = mails(to: address).map(\.subject)
            outcome.missing = notices.filter { !outcome.subjects.contains($0) }
            if outcome.missing.isEmpty || .now > end { return }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// The code in a mail: the first line with the length of a code.
    static func code(in mail: DemoMail) -> String? {
        mail.text.split(separator: "\n").first { line in
            line.utf8.count == 43 && line.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        }.map(String.init)
    }

    private func files() -> [URL] {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        func date(_ file: URL) -> Date {
            (try? file.resourceValues(forKeys: keys).contentModificationDate) ?? .distantPast
        }
        return ["new", "cur"].flatMap { part in
            (try? FileManager.default.contentsOfDirectory(
                at: directory.appending(path: part), includingPropertiesForKeys: Array(keys))) ?? []
        }.sorted { (date($0), $0.path()) < (date($1), $1.path()) }
    }
}
