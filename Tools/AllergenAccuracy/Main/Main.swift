import AllergenAccuracy
import Foundation

/// Prints how well the shipped matcher reads the labelled lists of a file.
@main
enum Main {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: allergen-accuracy FILE\n".utf8))
            exit(64)
        }
        let lists = try LabelledList.read(CommandLine.arguments[1])
        print(AccuracyTable.markdown(try Measurement(lists).rows()))
        if let speed = try Speed.measure(lists, seconds: 5) {
            print(
                String(
                    format: "\nSpeed: %.0f lists/s on one core, mean length %.0f characters", speed.listsPerSecond,
                    speed.meanLength))
        }
    }
}
