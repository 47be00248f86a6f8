import Photos
import ServiceRuntime

extension Call {
    /// The requested width in the parameter `width`; nil without it, for the whole photo.
    package var pictureWidth: PictureWidth? {
        get throws(ProblemDetails) {
            guard let text = query.first(where: { $0.name == "width" })?.value else { return nil }
            guard let width = Int(text).flatMap(PictureWidth.init(rawValue:)) else {
                let known = PictureWidth.allCases.map { String($0.rawValue) }
                throw ProblemDetails(
                    .malformedRequest, errors: [.init(parameter: "width", .notOneOf(known))])
            }
            return width
        }
    }
}
