import Foundation

extension ConfigurationError {
    /// Prints every problem to standard error and ends the process with `ProgramExitCode.configuration`.
    package func exitProcess() -> Never {
        FileHandle.standardError.write(Data("\(self)\n".utf8))
        exit(ProgramExitCode.configuration)
    }
}
