import EventContracts
import Messaging
import Postgres

extension Transaction {
    /// Wakes the waiters for the account or the operation at all gateway instances, once this transaction is committed.
    package func wakeWaiters(account: AccountID, operation: OperationID?) throws {
        try notifyAfterCommit(
            channel: ChangeListener.projected,
            payload: ProjectedChange(account: account, operation: operation).payload, isHint: true)
    }
}
