/// The content of a request.
package struct RequestContent: Sendable {
    /// The JSON body, or the fields that came with a photo.
    package let fields: JSONValue
    /// The bytes of a signed body.
    package var raw: [UInt8] = []
    package var photo: PhotoUpload?
    /// The bytes of the photo's depth map.
    package var depth: [UInt8]?
    package var naming = BodyFields.Naming.pointers

    package init(
        fields: JSONValue, photo: PhotoUpload? = nil, depth: [UInt8]? = nil, naming: BodyFields.Naming = .pointers
    ) {
        self.fields = fields
        self.photo = photo
        self.depth = depth
        self.naming = naming
    }
}
