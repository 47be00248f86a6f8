import Hummingbird
import Logging
import NIOCore

/// What the server knows of a request beside the request itself.
package struct GatewayContext: InitializableFromSource, RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let channel: any Channel
    /// The other end of the connection.
    package let remoteAddress: SocketAddress?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress
    }
}
