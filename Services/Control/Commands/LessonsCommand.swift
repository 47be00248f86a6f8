import ArgumentParser
import Foundation
import Photos
import Sealing
import ServiceRuntime

/// The command `fmctl lessons`.
struct LessonsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lessons", abstract: "Export what people have taught, for training the shared models.",
        subcommands: [LessonsExportCommand.self])
}

/// The command `fmctl lessons export`.
struct LessonsExportCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the corrections accepted by staff as a data set of photos and labels.",
        discussion: """
            Includes only people who consent to training with their photos and corrections. A later run into the same \
            directory removes what is no longer permitted: run it again right before each training, and delete the \
            directory afterwards. Needs ADMIN_DATABASE_URL, KEYRING_MASTER_KEYS and PHOTO_STORE, and is recorded in \
            the audit log. deploy/train-food --lessons DIRECTORY trains with it.
            """)

    @Argument(help: "The directory; created if it does not exist.", completion: .directory)
    var directory: String

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        var environment = EnvironmentReader.process()
        let settings = PhotoStoreSettings(from: &environment)
        try environment.finish()
        let keyRing = try OperatorKeyRing(from: .process()), names = try LessonExport.names()
        let result = try await keyRing.lend(for: .exportLessons, "accepted lessons, with their photos") { ring in
            let photos = SealedPhotos(store: settings.store(), sealer: Sealer(keyRing: ring))
            return try await LessonExport(database: keyRing.database, photos: photos, names: names)
                .run(to: URL(filePath: directory))
        }
        if output.isJSON {
            try console.json(result)
        } else {
            console.line("\(result.foods) foods on \(result.photos) photos in \(directory)")
        }
        if result.missing > 0 { console.remark("\(result.missing) photos no longer exist") }
        if result.removed > 0 { console.remark("\(result.removed) files of an earlier run were taken out") }
        return .clean
    }
}
