import Foundation

/// An error that ends a program with its own exit code and one line for the operator.
package protocol ExitCoded: Error, CustomStringConvertible {
    /// The exit code, by sysexits.h.
    var exitCode: Int32 { get }
}

/// Exit codes of sysexits.h.
package enum ProgramExitCode {
    /// `EX_SOFTWARE`: a part of the program failed.
    package static let software: Int32 = 70
    /// `EX_CONFIG`: the program cannot run with this configuration.
    package static let configuration: Int32 = 78
}

/// Runs a program and ends the process with an exit code if it fails.
///
/// An error that leaves `main` would end the process by a signal and print a backtrace.
///
/// - Parameters:
///   - name: Name of the program, for the line on standard error.
///   - body: The program.
package func runProgram(_ name: String, _ body: () async throws -> Void) async {
    do {
        try await body()
    } catch let problems as ConfigurationError {
        problems.exitProcess()
    } catch {
        let (line, code) = programEnd(after: error)
        FileHandle.standardError.write(Data("\(name): \(line)\n".utf8))
        exit(code)
    }
}

/// The last line and the exit code of a failed program; details of other errors are only in the log, without private
/// values.
func programEnd(after error: any Error) -> (line: String, code: Int32) {
    guard let error = error as? any ExitCoded else {
        return ("ended by an error of the type \(type(of: error)); see the log", ProgramExitCode.software)
    }
    return (error.description, error.exitCode)
}
