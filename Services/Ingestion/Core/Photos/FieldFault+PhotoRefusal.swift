import Imaging
import ServiceRuntime

extension FieldFault {
    /// The fault for a refused photo in a form.
    package init(_ refusal: PhotoRefusal) {
        switch refusal {
        case .unknownFormat, .refusedFormat, .animated, .unsupported:
            self.init(.unsupportedFormat, refusal.description)
        case .tooManyBytes(let max): self.init(.tooLarge, refusal.description, ["max": .integer(max)])
        case .tooManyPixels, .sideTooLong: self.init(.tooLarge, refusal.description)
        case .truncated, .malformed: self.init(.unreadable, refusal.description)
        }
    }
}
