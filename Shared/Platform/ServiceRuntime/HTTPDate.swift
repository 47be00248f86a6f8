import Foundation
import Synchronization

/// The current time as in `Date` headers (RFC 9110 section 5.6.7), formatted once a second.
final class HTTPDate: Sendable {
    private struct Written {
        var second: time_t = 0
        var text = ""
    }

    private let written = Mutex(Written())

    /// For example `Sun, 06 Nov 1994 08:49:37 GMT`.
    var text: String {
        let now = time(nil)
        return written.withLock { written in
            if written.second != now { written = Written(second: now, text: Self.text(of: now)) }
            return written.text
        }
    }

    private static func text(of second: time_t) -> String {
        var second = second, parts = tm()
        gmtime_r(&second, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            // The program sets no locale, so the names are English.
            strftime(start, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            return String(cString: start)
        }
    }
}
