import Logging
import Messaging
import NotificationChannels
import Outbound
import ServiceRuntime
import Testing

@testable import NotificationService

@Suite("Configuration of the notification service")
struct NotificationConfigurationTests {
    private static let master = "1:" + String(repeating: "A", count: 43) + "="

    @Test("notification settings: minimal ones are accepted")
    func defaults() throws {
        let configuration = try NotificationConfiguration(
            from: EnvironmentReader([
                "DATABASE_URL": "postgres://notification:x@127.0.0.1/foodmagic", "KAFKA_BROKERS": "127.0.0.1:9092",
                "KEYRING_MASTER_KEYS": Self.master,
            ]))
        #expect(configuration.settings.health == HTTPBinding(port: 9_082))
        #expect(configuration.settings.logLevel == .info)
    }

    @Test("notification settings: all problems are listed, without secrets")
    func problems() {
        let error = #expect(throws: ConfigurationError.self) {
            try NotificationConfiguration(
                from: EnvironmentReader([
                    "KEYRING_MASTER_KEYS": "1:tooshort", "HEALTH_PORT": "0", "LOG_LEVEL": "loud",
                ]))
        }
        let keys = error?.problems.map(\.key) ?? []
        #expect(
            Set(keys) == [
                "LOG_LEVEL", "DATABASE_URL", "KAFKA_BROKERS", "HEALTH_PORT", "KEYRING_MASTER_KEYS",
            ])
        #expect(error.map { !"\($0)".contains("tooshort") } == true)
    }

    private static func read(_ more: [String: String]) throws -> NotificationConfiguration {
        try NotificationConfiguration(
            from: EnvironmentReader(
                [
                    "DATABASE_URL": "postgres://notification:x@127.0.0.1/foodmagic", "KAFKA_BROKERS": "127.0.0.1:9092",
                    "KEYRING_MASTER_KEYS": master, "MAIL_FROM": "Food Magic <mail@food.test>",
                    "UNSUBSCRIBE_KEY": String(repeating: "A", count: 43) + "=",
                ].merging(more) { $1 }))
    }

    @Test(
        "mail server: TLS is required unless local or on the own network",
        arguments: [
            ("smtp://mail.food.test:587", "", MailServer.Security.startTLS), ("smtps://mail.food.test:465", "", .tls),
            ("smtp://127.0.0.1:2525", "", .none), ("smtp://localhost:2525", "", .none),
            ("smtp://[::1]:2525", "", .none),
            ("smtp://10.1.2.3:25", "", .startTLS), ("smtp://10.1.2.3:25", "10.0.0.0/8", .none),
            ("smtp://11.1.2.3:25", "10.0.0.0/8", .startTLS), ("smtp://mailbox:25", "", .startTLS),
            ("smtp://mailbox:25", "10.0.0.0/8", .none), ("smtps://127.0.0.1:465", "", .tls),
            ("smtp://mail.food.test:25", "10.0.0.0/8", .startTLS),
        ])
    func mailServer(url: String, neighbors: String, security: MailServer.Security) throws {
        let more = neighbors.isEmpty ? [:] : ["OUTBOUND_NEIGHBOURS": neighbors]
        let mail = try Self.read(["SMTP_URL": url].merging(more) { $1 }).mail
        #expect(mail?.server.security == security && mail?.server.credentials == nil)
        #expect(mail?.from == MailMessage.Mailbox(name: "Food Magic", address: "mail@food.test"))
    }

    @Test("mail server: invalid settings stop the start without secrets")
    func mailProblems() {
        for (more, keys) in [
            (["SMTP_URL": "smtp://mail.food.test:587", "MAIL_FROM": "nobody"], ["MAIL_FROM"]),
            (["SMTP_URL": "smtp://mail.food.test:587", "UNSUBSCRIBE_KEY": "short"], ["UNSUBSCRIBE_KEY"]),
            (["SMTP_URL": "smtp://mail.food.test:587", "SMTP_USER": "me"], ["SMTP_PASSWORD"]),
            (["SMTP_URL": "smtp://me:secret@mail.food.test:587"], ["SMTP_URL"]),
            (["SMTP_URL": "https://mail.food.test:587"], ["SMTP_URL"]),
            (["SMTP_URL": "smtp://mail.food.test"], ["SMTP_URL"]),
        ] {
            let error = #expect(throws: ConfigurationError.self) { try Self.read(more) }
            #expect(error?.problems.map(\.key) == keys)
            #expect(error.map { !"\($0)".contains("secret@") } == true)
        }
    }
}
