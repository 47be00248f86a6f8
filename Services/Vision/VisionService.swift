/// The composition of `vision`: photos in, readings out.
package enum VisionService {
    /// Its name everywhere (STYLE N8).
    package static let name = "vision"
}
