/// What a request brings.
struct RequestContent: Sendable {
    /// The JSON body, or the fields that came with a photo.
    let fields: JSONValue
    /// The bytes of a body that is signed.
    var raw: [UInt8] = []
    var photo: PhotoUpload?
    /// The bytes of the depths that came with the photo.
    var depth: [UInt8]?
    var naming = BodyFields.Naming.pointers

    init(fields: JSONValue, photo: PhotoUpload? = nil, depth: [UInt8]? = nil, naming: BodyFields.Naming = .pointers) {
        self.fields = fields
        self.photo = photo
        self.depth = depth
        self.naming = naming
    }
}
