extension Broker {
    /// Assigns an id to an idempotent producer.
    ///
    /// Transactional producers are refused.
    func initProducerID(_ request: inout RequestReader, _ reply: Reply) throws {
        let transactionalID = try request.nullableString()
        _ = try request.int32()
        var id: Int64 = -1
        var epoch: Int16 = -1
        if reply.version >= 3 {
            id = try request.int64()
            epoch = try request.int16()
        }
        if id >= 0, epoch >= 0, epoch < .max - 1 {
            epoch += 1
        } else {
            id = newProducerID()
            epoch = 0
        }
        let isRefused = transactionalID != nil
        reply.send { answer in
            answer.int32(0)
            answer.error(isRefused ? .invalidRequest : .none)
            answer.int64(isRefused ? -1 : id)
            answer.int16(isRefused ? -1 : epoch)
            answer.tags()
        }
    }
}
