import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl database-access`.
struct DatabaseAccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database-access", abstract: "Let people read the database, with every statement logged.",
        subcommands: [
            DatabaseAccessAddCommand.self, DatabaseAccessRemoveCommand.self, DatabaseAccessRecordCommand.self,
        ])
}

/// The command `fmctl database-access add`.
struct DatabaseAccessAddCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create a role with which one person reads the database, and print its password.",
        discussion: "Used again, it sets a new password and end. What is sealed stays sealed.")

    @Argument(help: "The person: lower-case letters and digits.")
    var name: String

    @Option(help: ArgumentHelp("Validity of the role, 1 to 30 days.", valueName: "number"))
    var days = 1

    func validate() throws {
        guard DatabasePeople.isName(name) else { throw ValidationError("\(name) is not 2 to 30 letters and digits") }
        guard DatabasePeople.days.contains(days) else { throw ValidationError("--days is from 1 to 30") }
    }

    func execute(_ console: Console) async throws -> Finding {
        let people = DatabasePeople(database: try OperatorDatabase(from: .process()))
        let password = try await people.add(name, until: Date().addingTimeInterval(86_400 * Double(days)))
        console.line("\(DatabasePeople.prefix)\(name)  \(password)")
        return .clean
    }
}

/// The command `fmctl database-access remove`.
struct DatabaseAccessRemoveCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a person's role, and end its sessions.")

    @Argument(help: "The person, as added.")
    var name: String

    func execute(_ console: Console) async throws -> Finding {
        try await DatabasePeople(database: try OperatorDatabase(from: .process())).remove(name)
        console.line("\(DatabasePeople.prefix)\(name) is removed")
        return .clean
    }
}

/// The command `fmctl database-access record`.
struct DatabaseAccessRecordCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Copy people's sessions from PostgreSQL's log into the audit log.",
        discussion: """
            Reads files of log_destination = jsonlog with log_timezone = 'UTC'. Each session is one entry for each \
            hour that ended at least 5 minutes ago, which cybersecurity and executives read; repeating it adds \
            nothing. Run it every hour, with all files at once: a session may be in several. It also ends open \
            sessions of roles that are no longer valid.
            """)

    @Argument(help: ArgumentHelp("Files of the log.", valueName: "file"))
    var files: [String]

    func execute(_ console: Console) async throws -> Finding {
        let database = try OperatorDatabase(from: .process())
        let log = DatabaseAccessLog(database: database)
        let hour = DatabaseAccessLog.openHour(at: Date())
        var reading = DatabaseAccessLog.Reading()
        var known: Set<String> = []
        for file in files where known.insert(file).inserted {
            guard let content = FileManager.default.contents(atPath: file) else {
                throw ControlFailure.usage("\(file) cannot be read")
            }
            try reading.add([UInt8](content))
        }
        let count = try await log.record(reading.sessions, before: hour)
        console.line("\(count) new entries")
        if reading.unreadable > 0 { console.line("\(reading.unreadable) lines could not be read") }
        // Sessions are ended last, since that may be refused; the log is recorded in any case.
        let ended = try await DatabasePeople(database: database).endExpiredSessions()
        if ended > 0 { console.line("\(ended) sessions of expired roles were ended") }
        return .clean
    }
}
