import EventContracts
import Foundation

/// A passkey's id for its owner.
package struct PasskeyID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
