import EventContracts
import Foundation
import ServiceRuntime
import Testing
import UnitSupport

@testable import IngestionCore

@Suite("Translations of problem details")
struct ProblemSentencesTests {
    @Test(
        "problem detail: keeps its numbers in each language",
        arguments: [
            (ContentLanguage.fr, "Vous avez 20 liens. Retirez-en d’abord un."),
            (.es, "Tiene 20 enlaces. Retire uno primero."), (.zh, "您已有20个链接。请先撤销一个。"),
            (.en, "You have 20 links. Withdraw one first."),
        ])
    func numbers(language: ContentLanguage, expected: String) {
        let problem = ProblemDetails(.conflict, detail: "You have 20 links. Withdraw one first.")
        #expect(problem.worded(in: language).detail == expected)
    }

    @Test("problem detail: each known sentence is translated, others stay English")
    func sentences() {
        let advice = "No food was found in the photo. Find more light. Or enter the meal by hand."
        #expect(
            ProblemSentences.text(advice, in: .fr)
                == """
                Aucun aliment n’a été trouvé sur la photo. Trouvez plus de lumière. Ou saisissez le repas à la main.
                """
        )
        #expect(ProblemSentences.text(advice, in: .zh) == "照片中未发现食物。请到更亮的地方。或者手动输入这一餐。")
        let unknown = "No food was found in the photo. /items is too long."
        #expect(ProblemSentences.text(unknown, in: .es) == unknown)
    }

    @Test("operation problem: title and detail are in the language asked for")
    func operations() {
        let problem = OutcomeProblem(
            type: ProblemKind.conflict.type, title: ProblemKind.conflict.title, status: 409,
            detail: "You already have a subscription: change it instead.")
        let french = problem.worded(in: .fr)
        #expect(french.title == ProblemKind.conflict.title(in: .fr))
        #expect(french.detail == "Vous avez déjà un abonnement : modifiez-le.")
        let kept = OutcomeProblem(
            type: "https://foodmagic.example/problems/set-aside", title: "The request could not be processed",
            status: 500, detail: nil)
        #expect(kept.worded(in: .es).title == "No se pudo procesar la solicitud")
        #expect(kept.worded(in: .es).type == "/problems/set-aside")
        #expect(problem.worded(in: .en).title == problem.title && problem.worded(in: .en).detail == problem.detail)
    }

    @Test("problem detail: each English sentence is one that services write", .slow, arguments: ProblemSentences.all)
    func areWritten(sentence: String) throws {
        let parts = sentence.split(separator: "#").map { $0.trimmingCharacters(in: .whitespaces) }
        let longest = try #require(parts.max { $0.count < $1.count })
        #expect(try Self.sources.get().contains(longest), "\(longest)")
    }

    /// The sources of services and shared modules, without the translations.
    private static let sources = Result<String, any Error> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var text = ""
        for folder in ["Services", "Shared"] {
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift", file.lastPathComponent != "ProblemSentences.swift" else {
                    continue
                }
                text += try String(contentsOf: file, encoding: .utf8)
            }
        }
        return text
    }
}
