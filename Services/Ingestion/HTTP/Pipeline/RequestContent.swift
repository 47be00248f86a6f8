/// What a request brings.
struct RequestContent: Sendable {
    /// The JSON body, or the fields that came with a photo.
    let fields: JSONValue
    /// The bytes of a body that is signed.
    var raw: [UInt8] = []
    var photo: PhotoUpload?
    var naming = BodyFields.Naming.pointers

    init(fields: JSONValue, photo: PhotoUpload? = nil, naming: BodyFields.Naming = .pointers) {
        self.fields = fields
        self.photo = photo
        self.naming = naming
    }
}
