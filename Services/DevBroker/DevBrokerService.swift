import ArgumentParser

/// The dev broker as a program.
package enum DevBrokerService {
    /// Reads the arguments and runs until a signal; does not return.
    package static func main() {
        DevBrokerCommand.main()
    }
}
