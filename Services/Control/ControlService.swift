import ArgumentParser

/// The entry point of the operator's tool `fmctl`.
package enum ControlService {
    /// Reads the arguments, runs the command and ends the process with its exit code.
    package static func main() async {
        await ControlTool.main()
    }
}
