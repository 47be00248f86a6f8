import Outbound
import Testing

@Suite("User-supplied URLs")
struct TargetURLTests {
    @Test(
        "target URL: only https with a host is accepted",
        arguments: [
            "http://example.com/", "https://", "https:///x", "ftp://example.com/", "https://u:p@example.com/",
            "https://u@example.com/", "https://example.com/#x", "https://example.com/a b", "https://example.com/é",
            "https://example.com:0/", "javascript:alert(1)", "file:///etc/passwd", "",
            "https://example.com/" + String(repeating: "a", count: 2_048),
        ])
    func refused(text: String) {
        #expect(TargetURL(text) == nil)
    }

    @Test("target URL: its origin is scheme, host and non-default port")
    func origin() {
        #expect(TargetURL("https://Example.com/a?b=c")?.origin == "https://example.com")
        #expect(TargetURL("https://example.com:443/")?.origin == "https://example.com")
        #expect(TargetURL("https://example.com:8443/")?.origin == "https://example.com:8443")
    }

    @Test(
        "target address: private and reserved ones are not public",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1", "198.19.255.255", "203.0.113.9", "224.0.0.1",
            "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "2001::1",
            "2002:7f00:1::", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "::127.0.0.1",
        ])
    func apart(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic)
    }

    @Test(
        "target address: addresses outside those ranges are public",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
            "192.167.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1",
            "64:ff9b::101:101", "2001:200::1",
        ])
    func open(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic)
    }
}
