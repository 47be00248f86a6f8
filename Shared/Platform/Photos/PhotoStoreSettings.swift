import Foundation
import Outbound
import ServiceRuntime

/// The configuration of the photo store.
///
/// | key | type | default |
/// |---|---|---|
/// | `PHOTO_STORE` | `file:/absolute/directory` or `s3://bucket` | required |
/// | `S3_ENDPOINT` | origin of the S3 server, `https://…`, without a path | required with `s3:` |
/// | `S3_REGION` | region that requests are signed for; see `DataRegion` | ca-central-1 |
/// | `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY` (both secret) | the key pair | required with `s3:` |
package enum PhotoStoreSettings: Sendable, Equatable {
    case file(root: String)
    case s3(S3Bucket.Settings)

    /// Reads the keys above.
    package init(from environment: inout EnvironmentReader) {
        switch environment.required("PHOTO_STORE", as: .photoStore) {
        case .directory(let root): self = .file(root: root)
        case .bucket(let bucket):
            let endpoint = environment.required("S3_ENDPOINT", as: .url())
            if !["", "/"].contains(endpoint.path()) || endpoint.query() != nil {
                environment.report("S3_ENDPOINT", "must not have a path or query")
            }
            let region = environment.optional("S3_REGION", as: .string, default: "ca-central-1")
            DataRegion.check(region, of: "S3_REGION", in: &environment)
            if Self.isElsewhere(endpoint, region) {
                environment.report("S3_ENDPOINT", "is not the endpoint of S3_REGION")
            }
            let text = endpoint.absoluteString
            self = .s3(
                S3Bucket.Settings(
                    endpoint: text.hasSuffix("/") ? String(text.dropLast()) : text, bucket: bucket,
                    region: region,
                    accessKeyID: environment.required("S3_ACCESS_KEY_ID", as: .string, secret: true),
                    secretAccessKey: environment.required("S3_SECRET_ACCESS_KEY", as: .string, secret: true)))
        }
    }

    /// Whether the name of an AWS endpoint contains another region.
    private static func isElsewhere(_ endpoint: URL, _ region: String) -> Bool {
        let labels = (endpoint.host() ?? "").lowercased().split(separator: ".").map(String.init)
        return labels.contains("amazonaws") && !labels.contains(region)
    }

    /// Creates the store.
    package func store() -> any PhotoStore {
        switch self {
        case .file(let root): FilePhotoStore(root: root)
        case .s3(let settings): S3PhotoStore(S3Bucket(settings, client: OutboundClient(label: "photos")))
        }
    }
}

/// The kind of store named in `PHOTO_STORE`.
private enum PhotoStorePlace {
    case directory(String), bucket(String)

    init?(_ text: String) {
        if let path = text.without(prefix: "file:"), path.hasPrefix("/"), !path.split(separator: "/").contains("..") {
            self = .directory(path)
        } else if let bucket = text.without(prefix: "s3://"), (3...63).contains(bucket.utf8.count),
            bucket.utf8.allSatisfy({ Self.bucketCharacters.contains($0) })
        {
            self = .bucket(bucket)
        } else {
            return nil
        }
    }

    /// Amazon S3 User Guide, "Bucket naming rules".
    private static let bucketCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789.-".utf8)
}

extension EnvironmentFormat<PhotoStorePlace> {
    fileprivate static var photoStore: Self {
        Self("file:/absolute/directory or s3://bucket", placeholder: .directory("/")) { _, text in
            PhotoStorePlace(text)
        }
    }
}

extension String {
    fileprivate func without(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
