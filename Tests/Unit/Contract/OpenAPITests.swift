import AllergenService
import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import IngestionService
import IngestionTestSupport
import Testing
import VisionService

@Suite("openapi.yaml lists every code the services send (GW-34)")
struct OpenAPITests {
    private let schemas: [String: [String: Any]]

    init() throws {
        let components = try #require(try DescribedAPI.document()["components"] as? [String: Any])
        schemas = try #require(components["schemas"] as? [String: [String: Any]])
    }

    /// The codes that one field may have according to a service.
    struct Field: Sendable, CustomTestStringConvertible {
        let schema: String
        /// Path of nested property names; empty if the schema itself is the code.
        let path: [String]
        let codes: Set<String>

        init<Code: RawRepresentable<String> & CaseIterable>(_ path: String, _ codes: Code.Type) {
            self.init(path, Set(codes.allCases.map(\.rawValue)))
        }

        init(_ path: String, _ codes: Set<String>) {
            let names = path.split(separator: ".").map(String.init)
            (schema, self.path, self.codes) = (names[0], Array(names.dropFirst()), codes)
        }

        var testDescription: String { ([schema] + path).joined(separator: ".") }
    }

    /// The advice about a label's photo: all codes except those of meals.
    private static let advice = Set(PhotoAdvice.allCases).subtracting([.showFood]).map(\.rawValue)

    private static let fields = [
        Field("LabelScan.advice", Set(advice + Advice.allCases.map(\.rawValue))),
        Field("LabelScan.verdict", Verdict.self),
        Field("LabelScan.photo.outcome", LabelRead.Outcome.self),
        Field("LabelScan.reassessment", ReassessmentCause.self),
        Field("Receipt.outcome", LabelRead.Outcome.self),
        Field("ResourceEvent.kind", ResourceKind.self),
        Field("Notification.kind", NoticeKind.self),
        Field("PurchaseUnit", PurchaseUnit.self),
        Field("DietAnswer.diet", Diet.self),
        Field("AllergenCode", AllergenCode.self),
        Field("FoodGroup", FoodGroup.self),
        Field("GrantScope", GrantScope.self),
        Field("Session.signedInBy", SignInMethod.self),
    ]

    @Test("openapi.yaml: the codes of a field match the service's", arguments: fields)
    func codes(field: Field) throws {
        var schema = try #require(schemas[field.schema], "there is no schema \(field.schema)")
        for name in field.path {
            let properties = try #require(schema["properties"] as? [String: [String: Any]])
            schema = try #require(properties[name], "\(field.testDescription) is not described")
        }
        if let items = schema["items"] as? [String: Any] { schema = items }
        let described = try #require(schema["enum"] as? [Any]).compactMap { $0 as? String }
        #expect(Set(described) == field.codes)
        #expect(described.count == Set(described).count, "a code is there twice")
    }
}
