import Foundation

extension ConfigurationError {
    /// The exit status for an invalid configuration: `EX_CONFIG` of sysexits.h.
    private static let status: Int32 = 78

    /// Prints every problem to standard error and ends the process.
    package func exitProcess() -> Never {
        FileHandle.standardError.write(Data("\(self)\n".utf8))
        exit(Self.status)
    }
}
