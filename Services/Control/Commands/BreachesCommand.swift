import ArgumentParser
import EventContracts
import Foundation
import ServiceRuntime

/// The command `fmctl breaches`.
struct BreachesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breaches", abstract: "The register of breaches: incidents, steps taken and steps due.",
        subcommands: [BreachesListCommand.self, BreachesEnterCommand.self, BreachesAddCommand.self],
        defaultSubcommand: BreachesListCommand.self)
}

/// The command `fmctl breaches list`.
struct BreachesListCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List breaches, newest first; exit code 1 while something is due.")

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let breaches = try await BreachRegister(database: try OperatorDatabase(from: .process())).list()
        if output.isJSON {
            for breach in breaches { try console.json(breach) }
        } else if breaches.isEmpty {
            console.line("no breaches")
        } else {
            for breach in breaches { Self.show(breach, on: console) }
        }
        return breaches.allSatisfy(\.due.isEmpty) ? .clean : .problem
    }

    static func show(_ breach: BreachRegister.Breach, on console: Console) {
        let due = breach.due.map(\.rawValue).joined(separator: ", ")
        console.line(
            "\(breach.number)  found \(breach.foundAt.formatted(.iso8601))"
                + (breach.isClosed ? "  closed" : "") + (due.isEmpty ? "" : "  due: \(due)"))
        for step in breach.steps {
            let assessment = step.assessment.map { assessment in
                "\(assessment.people) people, significant harm \(assessment.isSignificant ? "likely" : "not likely"): "
            }
            console.line(
                """
                   \(step.at.formatted(.iso8601))  \(step.who)  \(step.step.rawValue)  \(assessment ?? "")\(step.detail)
                """
            )
        }
    }
}

/// The command `fmctl breaches enter`.
struct BreachesEnterCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "enter", abstract: "Enter a breach.",
        discussion: "Describe the incident and the kind of data, never the persons concerned.")

    @Option(help: "When it happened, such as 2026-11-20T03:00:00Z.")
    var happened: Instant

    @Option(help: "When it was found; now unless given.")
    var found: Instant?

    @Argument(help: "What happened.")
    var detail: String

    func execute(_ console: Console) async throws -> Finding {
        let register = BreachRegister(database: try OperatorDatabase(from: .process()))
        let number = try await register.enter(
            happenedAt: happened.date, foundAt: found?.date ?? Date(), detail: detail)
        console.line("breach \(number) is entered; assess it: fmctl breaches add \(number) assessed …")
        return .clean
    }
}

/// The command `fmctl breaches add`.
struct BreachesAddCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a step taken about a breach; entries are never changed or removed.")

    @Argument(help: "The number of the breach.")
    var number: Int64

    @Argument(help: "The step: \(BreachRegister.Step.allCases.map(\.rawValue).joined(separator: ", ")).")
    var step: BreachRegister.Step

    @Argument(help: "A description.")
    var detail: String

    @Option(help: "For an assessment: number of people concerned.")
    var people: Int64?

    @Flag(inversion: .prefixedNo, help: "For an assessment: whether significant harm to people is likely.")
    var significant: Bool?

    func execute(_ console: Console) async throws -> Finding {
        let register = BreachRegister(database: try OperatorDatabase(from: .process()))
        var assessment: BreachRegister.Assessment?
        if let people, let significant { assessment = .init(people: people, isSignificant: significant) }
        guard assessment != nil || (people == nil && significant == nil) else {
            throw ControlFailure.usage("--people and --significant or --no-significant go together")
        }
        try await register.add(step, assessment, detail: detail, to: number)
        return .clean
    }
}

/// A point in time on the command line.
struct Instant: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        guard let date = EventTime.parse(argument) else { return nil }
        self.date = date
    }
}
