import Hummingbird
import Logging
import NIOCore

/// The server's context of a request.
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
