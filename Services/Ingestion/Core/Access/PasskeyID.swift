import EventContracts
import Foundation

/// A passkey as its owner names it.
package struct PasskeyID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
