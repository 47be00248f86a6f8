import EventContracts
import Testing

@testable import ControlService

@Suite("Reconcile: state of an operation")
struct ReconcileUnitTests {
    @Test(
        "reconcile: a finished operation without its result is lost",
        arguments: [
            (OperationFacts(ended: .succeeded), OperationVerdict.ended(.succeeded)),
            (OperationFacts(ended: .rejected, hasEffect: false), .ended(.rejected)),
            (OperationFacts(ended: .failed, hasEffect: false, endings: 0), .ended(.failed)),
            (OperationFacts(ended: .succeeded, commands: 0, endings: 0), .ended(.succeeded)),
            (OperationFacts(ended: .succeeded, hasEffect: false), .lost(.result)),
            (OperationFacts(ended: .succeeded, endings: 2), .doubled(.ended)),
            (OperationFacts(ended: .succeeded, commands: 2), .doubled(.commanded)),
        ])
    func ended(facts: OperationFacts, verdict: OperationVerdict) { #expect(facts.verdict == verdict) }

    @Test(
        "reconcile: an unfinished operation is pending, dead or lost",
        arguments: [
            (OperationFacts(isCommandTaken: false, hasEffect: false, endings: 0), OperationVerdict.pending),
            (OperationFacts(isEndTaken: false), .pending),
            (OperationFacts(isWaiting: true), .pending),
            (OperationFacts(hasEffect: false, endings: 0, isYoung: true), .pending),
            (OperationFacts(hasEffect: false, endings: 0, isSetAside: true), .setAside),
            (OperationFacts(hasEffect: false, endings: 0), .lost(.command)),
            (OperationFacts(endings: 0), .lost(.saying)),
            (OperationFacts(), .lost(.end)),
        ])
    func pending(facts: OperationFacts, verdict: OperationVerdict) { #expect(facts.verdict == verdict) }

    @Test("reconcile: losses and duplicates are counted, with 20 examples")
    func report() {
        var report = ReconcileReport()
        for number in 0..<30 { report.add(.lost(.command), operation: "\(number)", kind: "assessLabel") }
        report.add(.ended(.succeeded), operation: "x", kind: "assessLabel")
        report.add(.doubled(.ended), operation: "y", kind: "assessLabel")
        #expect((report.accepted, report.lost, report.doubled, report.succeeded) == (32, 30, 1, 1))
        #expect(report.examples.count == ReconcileReport.maxExamples)
        #expect(report.hasProblem)
        let captured = CapturedConsole()
        ReconcileTable.show(report, on: captured.console)
        #expect(captured.text.contains("its command was read, but has no result"))
    }
}
