import Foundation

extension DatabaseAccessLog {
    /// Collects the sessions of people from files of the log; lines of other users are skipped.
    ///
    /// A session may continue in another file, so all files are read before anything is recorded.
    struct Reading: Sendable {
        /// Maximum length of a decoded line, in bytes.
        private static let maxLineLength = 1 << 20

        /// Number of lines from which not even the session could be read.
        private(set) var unreadable = 0
        private var order: [String] = []
        private var found: [String: Session] = [:]

        /// The sessions in the order of their first statement.
        var sessions: [Session] { order.compactMap { found[$0] } }

        /// Reads one more file.
        ///
        /// - Throws: `ControlFailure.problem` if the time of a person's line is not in UTC.
        mutating func add(_ log: [UInt8]) throws {
            for bytes in log.split(separator: UInt8(ascii: "\n")) {
                guard let line = Self.line(in: bytes) else {
                    unreadable += 1
                    continue
                }
                guard let role = line.user, role.hasPrefix(DatabasePeople.prefix), let message = line.message,
                    let kind = LoggedStatement.kind(in: message)
                else { continue }
                guard let id = line.sessionID else {
                    unreadable += 1
                    continue
                }
                let session = Session(hour: try Self.hour(of: line.timestamp), id: id, role: role)
                if found[session.key] == nil { order.append(session.key) }
                found[session.key, default: session].statements[kind, default: 0] += 1
            }
        }

        private static func line(in bytes: ArraySlice<UInt8>) -> Line? {
            if bytes.count <= maxLineLength, let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) {
                return line
            }
            return Line(beginning: bytes)
        }

        /// The hour of a timestamp, such as `2026-11-27T14`.
        private static func hour(of timestamp: String) throws -> String {
            guard let match = timestamp.wholeMatch(of: /([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{2}):[0-9:.]+ (?:UTC|GMT)/)
            else {
                throw ControlFailure.problem(
                    "the time \(timestamp) in the log is not in UTC: set log_timezone = 'UTC' in PostgreSQL")
            }
            return "\(match.1)T\(match.2)"
        }
    }

    /// A line of `log_destination = jsonlog`.
    private struct Line: Decodable {
        let timestamp: String
        let user: String?
        let sessionID: String?
        let message: String?

        private enum CodingKeys: String, CodingKey {
            case timestamp, user, message
            case sessionID = "session_id"
        }

        /// Reads the session from the beginning of a line that is too long or invalid JSON; its statement has an
        /// unknown kind.
        ///
        /// PostgreSQL writes the session before the message, and escapes quotes in values.
        init?(beginning bytes: ArraySlice<UInt8>) {
            let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
            guard let timestamp = Self.value("timestamp", in: text), let user = Self.value("user", in: text),
                let sessionID = Self.value("session_id", in: text)
            else { return nil }
            self.timestamp = timestamp
            self.user = user
            self.sessionID = sessionID
            message = "statement:"
        }

        private static func value(_ name: String, in text: String) -> String? {
            guard let begin = text.range(of: "\"\(name)\":\"")?.upperBound,
                let end = text[begin...].firstIndex(of: "\"")
            else { return nil }
            let value = text[begin..<end]
            return value.contains("\\") ? nil : String(value)
        }
    }
}
