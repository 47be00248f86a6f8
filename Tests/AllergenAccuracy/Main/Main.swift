import AllergenAccuracy
import Foundation

/// Prints how well the shipped matcher reads the labelled lists of a file.
@main
enum Main {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let listsDetails = arguments.first == "--details"
        if listsDetails { arguments.removeFirst() }
        guard arguments.count == 1 else {
            FileHandle.standardError.write(Data("usage: allergen-accuracy [--details] FILE\n".utf8))
            exit(64)
        }
        let lists = try LabelledList.read(arguments[0])
        if listsDetails {
            for line in try Completeness(lists).details() + Measurement(lists).missed() { print(line) }
            return
        }
        print(AccuracyTable.markdown(try Measurement(lists).rows()))
        print("\n" + (try Completeness(lists).markdown()))
        if let speed = try Speed.measure(lists, seconds: 5) {
            print(
                String(
                    format: "\nSpeed: %.0f lists/s on one core, mean length %.0f characters", speed.listsPerSecond,
                    speed.meanLength))
        }
    }
}
