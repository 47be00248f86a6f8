import ArgumentParser

/// How a command prints its result.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON for scripts instead of a table.")
    var isJSON = false
}
