import EventContracts
import Postgres
import Sealing

/// Assesses what a person ate or bought, also again after a change of the lexicon or the dish table.
protocol KnowledgeWriter: Sendable {
    /// The version of the lexicon and the dish table that it uses.
    var knowledgeVersion: String { get }
    var sealer: Sealer { get }

    /// Reassesses some of a person's meals or purchases that another version of the lexicon or dish table assessed;
    /// raises no notices for old ones.
    ///
    /// - Parameters:
    ///   - due: The person, and the meal or purchase to begin with. If it is in another state now, nothing is assessed.
    ///   - basis: The profile and knowledge.
    ///   - maxCount: Maximum number.
    ///   - transaction: The transaction; it holds the account lock.
    /// - Throws: `PostgresError`, or a retryable `SealingError`.
    func knowledgeChanged(
        of due: KnowledgeRepository.Due, by basis: ScanBasis, maxCount: Int, in transaction: borrowing Transaction
    ) async throws
}

extension MealAssessmentWriter: KnowledgeWriter {}
extension PurchaseAssessmentWriter: KnowledgeWriter {}
