/// A mail server (SMTP).
package struct MailServer: Sendable, Equatable {
    /// How the connection is encrypted.
    package enum Security: String, Sendable, CaseIterable {
        /// Not encrypted: for a server on the same machine.
        case none
        /// Encrypted by STARTTLS, otherwise aborted (RFC 3207).
        case startTLS = "starttls"
        /// Encrypted from the first byte (RFC 8314).
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
    /// The envelope sender, to which failures are returned.
    package var sender: String
    package var recipient: String
    /// Headers and body in the format of RFC 5322, with CRLF line ends.
    package var message: [UInt8]
    /// Timeout of the whole delivery.
    package var timeout = Duration.seconds(30)

    package init(server: MailServer, sender: String, recipient: String, message: [UInt8]) {
        self.server = server
        self.sender = sender
        self.recipient = recipient
        self.message = message
    }

    /// Whether both addresses can be part of an SMTP command without changing it.
    var hasPlainAddresses: Bool {
        [sender, recipient].allSatisfy { address in
            let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"<>".utf8.contains($0) }
            return isPlain && address.contains("@") && address.utf8.count <= Self.maxAddressLength
        }
    }

    /// Maximum length of an address in bytes, without angle brackets (RFC 5321 section 4.5.3.1.3).
    private static let maxAddressLength = 254
}

/// The final answer of a mail server.
package enum MailAnswer: Sendable, Equatable {
    /// The server has accepted responsibility for the mail.
    case accepted
    /// The server refused with this reply: 400 to 499 temporarily, 500 to 599 permanently.
    case refused(reply: Int)
    /// The credentials are wrong or missing.
    case unauthorized
}
