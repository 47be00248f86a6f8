import EventContracts
import Foundation

/// A photo as its owner names it; it stays the same when other bytes take its place.
package struct PhotoID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
