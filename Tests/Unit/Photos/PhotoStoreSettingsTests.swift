import Outbound
import Photos
import ServiceRuntime
import Testing

@Suite("Photo store settings") struct PhotoStoreSettingsTests {
    private func read(_ values: [String: String]) throws -> PhotoStoreSettings {
        var environment = EnvironmentReader(values)
        let settings = PhotoStoreSettings(from: &environment)
        try environment.finish()
        return settings
    }

    @Test("photo store: the setting is a directory, or a bucket and credentials")
    func places() throws {
        #expect(try read(["PHOTO_STORE": "file:/var/lib/photos"]) == .file(root: "/var/lib/photos"))
        let bucket = try read([
            "PHOTO_STORE": "s3://photos", "S3_ENDPOINT": "https://s3.example.org/", "S3_ACCESS_KEY_ID": "a",
            "S3_SECRET_ACCESS_KEY": "b",
        ])
        #expect(
            bucket
                == .s3(
                    S3Bucket.Settings(
                        endpoint: "https://s3.example.org", bucket: "photos", region: "ca-central-1", accessKeyID: "a",
                        secretAccessKey: "b")))
    }

    private static let bucket = [
        "PHOTO_STORE": "s3://photos", "S3_ENDPOINT": "https://s3.example.org", "S3_ACCESS_KEY_ID": "a",
        "S3_SECRET_ACCESS_KEY": "b",
    ]

    @Test(
        "OPS-04, C26: a bucket outside Canada is rejected unless allowed",
        arguments: [
            (["S3_REGION": "us-east-1"], false), (["S3_REGION": "CA-West-1"], true),
            (["S3_REGION": "us-east-1", "REGIONS_OUTSIDE_CANADA": "eu-west-1, us-east-1"], true),
            (["S3_REGION": "us-east-1", "REGIONS_OUTSIDE_CANADA": "us-east-2"], false),
            (["S3_ENDPOINT": "https://s3.us-east-1.amazonaws.com"], false),
            (["S3_ENDPOINT": "https://s3.amazonaws.com"], false),
            (["S3_ENDPOINT": "https://s3.ca-central-1.amazonaws.com"], true),
        ])
    func region(values: [String: String], isTaken: Bool) {
        let settings = try? read(Self.bucket.merging(values) { $1 })
        #expect((settings != nil) == isTaken)
    }

    @Test(
        "photo store: an invalid setting is reported by name",
        arguments: [
            [:], ["PHOTO_STORE": "file:photos"], ["PHOTO_STORE": "file:/a/../b"], ["PHOTO_STORE": "s3://A_B"],
            ["PHOTO_STORE": "s3://photos"],
            [
                "PHOTO_STORE": "s3://photos", "S3_ENDPOINT": "https://s3.example.org/path", "S3_ACCESS_KEY_ID": "a",
                "S3_SECRET_ACCESS_KEY": "b",
            ],
        ])
    func problems(values: [String: String]) {
        #expect(throws: ConfigurationError.self) { try read(values) }
    }
}
