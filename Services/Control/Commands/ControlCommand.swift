import ArgumentParser
import Kafka
import Postgres
import ServiceRuntime

/// The result of a command, as its exit code.
enum Finding: Int32 {
    case clean = 0
    case problem = 1
}

/// The reason why a command failed.
enum ControlFailure: Error, CustomStringConvertible, Equatable {
    /// Invalid arguments: exit code 64.
    case usage(String)
    /// A database, broker or gateway does not answer: exit code 69.
    case unavailable(String)
    /// Anything else: exit code 1.
    case problem(String)

    var description: String {
        switch self {
        case .usage(let text), .unavailable(let text), .problem(let text): text
        }
    }
}

/// A command of `fmctl`: writes its result to a console and returns whether it found a problem.
protocol ControlCommand: AsyncParsableCommand {
    func execute(_ console: Console) async throws -> Finding
}

extension ControlCommand {
    /// Runs the command in this process; the one place that maps an outcome to an exit code.
    func run() async throws {
        let console = Console.process
        let code: Int32
        do {
            code = try await execute(console).rawValue
        } catch {
            console.remark("fmctl: \(safeDescription(of: error))")
            code = FailureCode(error).rawValue
        }
        guard code == 0 else { throw ExitCode(code) }
    }
}

/// Exit codes of failures (sysexits.h).
enum FailureCode: Int32 {
    case problem = 1
    /// Invalid arguments or configuration.
    case usage = 64
    /// A database, broker or gateway does not answer.
    case unavailable = 69

    init(_ error: any Error) {
        self =
            switch error {
            case ControlFailure.usage, is ConfigurationError: .usage
            case ControlFailure.unavailable, GatewayError.unreachable, is KafkaError: .unavailable
            case let error as PostgresError where error.isUnavailable: .unavailable
            default: .problem
            }
    }
}

extension PostgresError {
    /// Whether the database could not be reached; false if it refused a request.
    var isUnavailable: Bool {
        switch code {
        case .connection, .timeout, .poolExhausted: true
        default: false
        }
    }
}
