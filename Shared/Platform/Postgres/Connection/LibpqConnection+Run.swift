import CLibpq

/// The statement that the next result of a pipeline belongs to.
private enum Step {
    case deallocate
    case prepare(Int)
    case execute(Int)

    /// The position of the statement in its batch.
    var statement: Int? {
        switch self {
        case .deallocate: nil
        case .prepare(let index), .execute(let index): index
        }
    }
}

/// The first failure of a pipeline, and its statement.
private struct Failure {
    let error: PostgresError
    let statement: Int?
}

extension LibpqConnection {
    /// Runs statements in one round trip; all of them take effect, or none (unless one of them ends a transaction).
    ///
    /// A prepared statement that the server can no longer use (a table changed its shape) is prepared again and retried
    /// once, unless a transaction was open, which the failure has aborted.
    ///
    /// - Throws: `PostgresError`; `isBroken` tells whether the connection survived.
    func run(_ batch: [SQL], until interruption: Interruption) throws(PostgresError) -> [ResultTable] {
        guard batch.allSatisfy(\.isWithinLimits) else {
            throw PostgresError(.protocolViolation, "a statement binds too many values, or too much of them")
        }
        let mayRepeat = transactionStatus == .idle
        do throws(PostgresError) {
            return try runOnce(batch, until: interruption)
        } catch {
            guard mayRepeat, error.isStalePlan, !isBroken, transactionStatus == .idle else { throw error }
            return try runOnce(batch, until: interruption)
        }
    }

    private func runOnce(_ batch: [SQL], until interruption: Interruption) throws(PostgresError) -> [ResultTable] {
        let steps = try send(batch)
        var tables: [ResultTable] = []
        var failure: Failure?
        var position = 0
        var wait = ResultWait(interruption)
        collect: while true {
            try waitForResult(&wait)
            guard let result = PQgetResult(handle) else {
                guard !isBroken else { throw failure?.error ?? lost() }
                position += 1
                continue
            }
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            if status == PGRES_PIPELINE_SYNC { break collect }
            guard position < steps.count else { throw abandon("more results came than statements were sent") }
            switch (steps[position], status) {
            case (.execute, PGRES_TUPLES_OK), (.execute, PGRES_COMMAND_OK), (.execute, PGRES_EMPTY_QUERY):
                tables.append(ResultTable(copying: result))
            case (_, PGRES_COMMAND_OK):
                break
            case (let step, PGRES_FATAL_ERROR):
                failure = failure ?? Failure(error: serverError(result, wait.stopped), statement: step.statement)
                forget(step, batch)
            case (let step, PGRES_PIPELINE_ABORTED):
                forget(step, batch)
            default:
                throw abandon("a statement such as COPY was sent, which is not supported")
            }
        }
        try settle(wait)
        guard let failure else { return tables }
        if failure.error.isUnknownStatement {
            statements.forgetAll()
        } else if failure.error.isStalePlan, let statement = failure.statement {
            statements.retire(batch[statement])
        }
        throw failure.error
    }

    /// Passes all statements to libpq; returns the statement that each coming result belongs to.
    private func send(_ batch: [SQL]) throws(PostgresError) -> [Step] {
        var steps: [Step] = []
        if transactionStatus != .failed {
            for name in statements.takeRetired() {
                guard PQsendQueryParams(handle, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 1) == 1 else {
                    throw lost()
                }
                steps.append(.deallocate)
            }
        }
        for (index, sql) in batch.enumerated() {
            let name: String
            if let prepared = statements.name(for: sql) {
                name = prepared
            } else {
                name = statements.add(sql)
                let types = sql.parameters.map { $0.type.oid }
                guard PQsendPrepare(handle, name, sql.text, Int32(types.count), types) == 1 else { throw lost() }
                steps.append(.prepare(index))
            }
            guard sendExecution(of: sql, as: name) else { throw lost() }
            steps.append(.execute(index))
        }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        return steps
    }

    private func sendExecution(of sql: SQL, as name: String) -> Bool {
        let count = sql.parameters.count
        let formats = [Int32](repeating: 1, count: count)
        let lengths = sql.parameters.map { Int32($0.length ?? 0) }
        // One extra byte, so that an empty value has an address and is not treated as NULL.
        return (sql.bytes + [0]).withUnsafeBytes { bytes in
            let values = sql.parameters.map { parameter in
                parameter.length.flatMap { _ in
                    bytes.baseAddress.map { ($0 + parameter.offset).assumingMemoryBound(to: CChar.self) }
                }
            }
            return PQsendQueryPrepared(handle, name, Int32(count), values, lengths, formats, 1) == 1
        }
    }

    private func forget(_ step: Step, _ batch: [SQL]) {
        if case .prepare(let index) = step { statements.forget(batch[index]) }
    }

    /// Runs a text of several statements without parameters, outside pipeline mode; discards rows.
    func runScript(_ script: String, until interruption: Interruption) throws(PostgresError) {
        guard PQexitPipelineMode(handle) == 1, PQsendQuery(handle, script) == 1 else { throw lost() }
        var failure: PostgresError?
        var wait = ResultWait(interruption)
        while true {
            try waitForResult(&wait)
            guard let result = PQgetResult(handle) else { break }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
            case PGRES_FATAL_ERROR: failure = failure ?? serverError(result, wait.stopped)
            default: throw abandon("a statement such as COPY was sent, which is not supported")
            }
        }
        try settle(wait)
        guard !isBroken, PQenterPipelineMode(handle) == 1 else { throw failure ?? lost() }
        if let failure { throw failure }
    }
}
