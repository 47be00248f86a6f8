import ChatModels
import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Asks a language model about provisional products of new items and offers its guesses (SPD-03).
///
/// Purchases do not wait for it: products are created and published first, suggestions may follow. It runs outside
/// transactions, one request at a time, and only with current consent.
package struct ProductSuggester: Sendable {
    /// Polling interval for products to ask about.
    package static let interval = Duration.seconds(2)
    /// Delay of a retry, in seconds, and maximum attempts.
    static let pause: TimeInterval = 600
    static let maxTries = 3

    let guesser: any ProductGuesser
    /// Whether the model is declared to be in Canada.
    let isInCanada: Bool
    let sealer: Sealer
    let database: MessagingDatabase
    let metrics: ProductModelMetrics

    /// Asks about all due products as long as the model answers.
    ///
    /// - Throws: A `PostgresError`, or a `SealingError` while the keys are not accessible; that product is retried.
    package func run() async throws {
        while !Task.isCancelled, guesser.wouldAsk, let question = try await takeNext() {
            guard let line = try await line(of: question) else { continue }
            let start = ContinuousClock.now
            let guesses: [PurchasedProductWords.Suggestion]
            do throws(RemoteFailure) {
                guesses = try await guesser.guesses(for: line)
            } catch {
                metrics.countCall(error, after: .now - start)
                continue
            }
            metrics.countCall(nil, after: .now - start)
            try await keep(guesses, for: question)
        }
    }

    /// Claims the next due product, if any.
    private func takeNext() async throws -> ProductQuestionRepository.Question? {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            return try await ProductQuestionRepository.take(
                at: now, until: now.addingTimeInterval(Self.pause), in: transaction)
        }
    }

    /// The question to the model; nil if it must not be sent.
    private func line(of question: ProductQuestionRepository.Question) async throws -> PrintedArticle? {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let account = question.account, id = question.product
            var reason = try await ConsentRepository.reasonNotToAsk(account, isInCanada: isInCanada, in: transaction)
            if question.tries > Self.maxTries { reason = .givenUp }
            if reason == nil {
                let product = try await PurchasedProductRepository.read([id], of: account, in: transaction).first
                if let product, product.isProvisional, let words = try await words(of: product),
                    words.suggestions == nil
                {
                    let alias = words.aliases.last
                    if let line = PrintedArticle(alias?.name ?? words.name, at: alias?.merchant ?? "") { return line }
                    reason = .noWords
                }
            }
            metrics.notAsked(reason ?? .known)
            try await ProductQuestionRepository.remove(id, in: transaction)
            return nil
        }
    }

    /// Stores the suggestions, unless the person has named the product in the meantime.
    private func keep(
        _ guesses: [PurchasedProductWords.Suggestion], for question: ProductQuestionRepository.Question
    ) async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let account = question.account, id = question.product
            try await ProductQuestionRepository.remove(id, in: transaction)
            let stored = try await PurchasedProductRepository.lockAll(of: account, in: transaction)
            guard !guesses.isEmpty, let known = stored.first(where: { $0.productID == id }), known.isProvisional,
                // If the consent is withdrawn while the model computes, its answer is discarded.
                try await ConsentRepository.reasonNotToAsk(account, isInCanada: isInCanada, in: transaction) == nil,
                var words = try await words(of: known)
            else { return }
            words.suggestions = guesses
            let changed = PurchasedProductChanged(
                accountID: account, productID: id, version: known.version + 1, isProvisional: true,
                words: try await sealer.seal(words, .purchasedProductWords(id, of: account)),
                changedAt: try transaction.eventTime(), absorbed: known.absorbed)
            guard try await PurchasedProductRepository.save(changed, in: transaction) else { return }
            try transaction.append(changed, key: account, subject: id)
        }
    }

    /// The decrypted product; nil for an erased account.
    private func words(of product: PurchasedProductChanged) async throws -> PurchasedProductWords? {
        do throws(SealingError) {
            return try await sealer.open(
                product.words, .purchasedProductWords(product.productID, of: product.accountID))
        } catch {
            guard error.isRetryable else { return nil }
            throw error
        }
    }
}
