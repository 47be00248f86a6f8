import ArgumentParser

/// The operator's tool as a program.
package enum ControlService {
    /// Reads the arguments, runs the command and ends the process with its exit code.
    package static func main() async {
        await ControlTool.main()
    }
}
