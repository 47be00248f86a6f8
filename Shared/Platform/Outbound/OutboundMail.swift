/// A server that takes mails (SMTP).
package struct MailServer: Sendable, Equatable {
    /// How the way to it is secured.
    package enum Security: String, Sendable, CaseIterable {
        /// In the clear: for a server on the same machine.
        case none
        /// In the clear at first, then secured or given up (RFC 3207).
        case startTLS = "starttls"
        /// Secured from the first byte (RFC 8314).
        case tls
    }

    /// Credentials for the mail server.
    package struct Credentials: Sendable, Equatable {
        package let user: String
        /// Secret.
        package let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    package var host: String
    package var port: Int
    package var security: Security
    package var credentials: Credentials?
    /// A file with the certificates to trust instead of the system's.
    package var trustFile: String?

    package init(
        host: String, port: Int, security: Security = .startTLS, credentials: Credentials? = nil,
        trustFile: String? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.credentials = credentials
        self.trustFile = trustFile
    }
}

/// A mail to one person.
package struct OutboundMail: Sendable {
    package var server: MailServer
    /// The address that failures are returned to.
    package var sender: String
    package var recipient: String
    /// Headers and body as RFC 5322 has them, lines ended by CR LF.
    package var message: [UInt8]
    /// Longest time for all of it.
    package var timeout = Duration.seconds(30)

    package init(server: MailServer, sender: String, recipient: String, message: [UInt8]) {
        self.server = server
        self.sender = sender
        self.recipient = recipient
        self.message = message
    }

    /// Whether both addresses can appear in a command of SMTP without changing it into another command.
    var hasPlainAddresses: Bool {
        [sender, recipient].allSatisfy { address in
            let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"<>".utf8.contains($0) }
            return isPlain && address.contains("@") && address.utf8.count <= Self.maxAddressLength
        }
    }

    /// Bytes of an address with its angle brackets left out (RFC 5321 section 4.5.3.1.3).
    private static let maxAddressLength = 254
}

/// The final answer of a mail server.
package enum MailAnswer: Sendable, Equatable {
    /// It has taken the mail and answers for it from now on.
    case accepted
    /// It refused, with its last reply: 400 to 499 temporarily, 500 to 599 permanently.
    case refused(reply: Int)
    /// The credentials are wrong or missing.
    case unauthorized
}
