import EventContracts
import Foundation

/// A photo's id for its owner; it stays the same when its bytes are replaced.
package struct PhotoID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
