import Foundation
import NotificationChannels
import Outbound
import ServiceRuntime

/// Mail server settings.
///
/// | key | type | default |
/// |---|---|---|
/// | `SMTP_URL` | `smtp://host:port` (requires STARTTLS) or `smtps://host:port` (TLS from the start); never logged | no mail is sent |
/// | `SMTP_USER` | user for signing in | no sign-in |
/// | `SMTP_PASSWORD` | password for signing in; secret | required with the user |
/// | `MAIL_FROM` | sender of mails: an address, or `Food Magic <address>` | required with `SMTP_URL` |
///
/// `smtp:` may be unencrypted only on this machine and at addresses within `OUTBOUND_NEIGHBOURS`; if that key is set,
/// also at names without a dot.
extension ChannelSender.MailSettings {
    /// Reads the environment variables of the table above; nil if no server is named.
    init?(neighbors: [AddressRange], from environment: inout EnvironmentReader) {
        guard let url = environment.optional("SMTP_URL", as: .mailServer, secret: true) else { return nil }
        DataRegion.check(hosts: [url.host], of: "SMTP_URL", in: &environment)
        let from = environment.required("MAIL_FROM", as: .mailbox)
        var server = MailServer(
            host: url.host, port: url.port,
            security: url.isSecured ? .tls : Self.isNear(url.host, neighbors) ? .none : .startTLS)
        if let user = environment.optional("SMTP_USER", as: .string) {
            let password = environment.required("SMTP_PASSWORD", as: .string, secret: true)
            server.credentials = .init(user: user, password: password)
        }
        self.init(server: server, from: from)
    }

    private static func isNear(_ host: String, _ neighbors: [AddressRange]) -> Bool {
        if host == "localhost" { return true }
        let own = ["127.0.0.0/8", "::1/128"].compactMap { AddressRange($0) }
        if let address = IPAddress(host) { return (own + neighbors).contains { $0.contains(address) } }
        return !neighbors.isEmpty && !host.contains(".")
    }
}

/// A mail server, as named by a URL.
private struct MailServerURL: Sendable {
    var host: String
    var port: Int
    var isSecured: Bool
}

extension EnvironmentFormat<MailServerURL> {
    /// Accepts only `smtp://host:port` or `smtps://host:port`.
    fileprivate static var mailServer: Self {
        let none = MailServerURL(host: "", port: 0, isSecured: false)
        return Self("smtp://host:port or smtps://host:port", placeholder: none) { _, text in
            guard let parts = URLComponents(string: text), let scheme = parts.scheme,
                ["smtp", "smtps"].contains(scheme),
                let host = parts.host, !host.isEmpty, let port = parts.port, (1...65_535).contains(port),
                parts.path.isEmpty, parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil
            else { return nil }
            let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
            return MailServerURL(host: name, port: port, isSecured: scheme == "smtps")
        }
    }
}

extension EnvironmentFormat<MailMessage.Mailbox> {
    /// Accepts an address, or a name and an address in angle brackets.
    fileprivate static var mailbox: Self {
        Self("an address, or a name and <address>", placeholder: .init(address: "")) { _, text in
            var name: String?, address = Substring(text)
            if let open = text.firstIndex(of: "<"), text.hasSuffix(">") {
                let before = text[..<open].trimmingCharacters(in: .whitespaces)
                name = before.isEmpty ? nil : before
                address = text[text.index(after: open)...].dropLast()
            }
            let isAddress = address.utf8.allSatisfy { (0x21..<0x7f).contains($0) && !"<>\"".utf8.contains($0) }
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            guard isAddress, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
            return MailMessage.Mailbox(name: name, address: String(address))
        }
    }
}
