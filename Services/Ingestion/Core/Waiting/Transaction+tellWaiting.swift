import EventContracts
import Messaging
import Postgres

extension Transaction {
    /// Wakes, once this transaction is committed, whoever waits for the account or the operation at any gateway copy.
    package func tellWaiting(account: AccountID, operation: OperationID?) throws {
        try notifyAfterCommit(
            channel: ChangeListener.projected,
            payload: ProjectedChange(account: account, operation: operation).payload, isHint: true)
    }
}
