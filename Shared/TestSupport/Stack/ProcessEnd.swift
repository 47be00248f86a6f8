import Foundation

extension Process {
    /// How it ended; nil while it runs.
    ///
    /// Foundation hears of an end through a socket, which a program that was started at that moment may have inherited: then it
    /// hears of it only when that one ends as well. The kernel knows at once, and is asked without taking the end away from
    /// Foundation.
    var ending: ServiceProcess.Ending? {
        guard isRunning else {
            return terminationReason == .uncaughtSignal ? .killed(by: terminationStatus) : .exited(terminationStatus)
        }
        var end = siginfo_t()
        guard waitid(P_PID, id_t(processIdentifier), &end, WEXITED | WNOHANG | WNOWAIT) == 0,
            end._sifields._sigchld.si_pid == processIdentifier
        else { return nil }
        let status = end._sifields._sigchld.si_status
        return end.si_code == Int32(CLD_EXITED) ? .exited(status) : .killed(by: status)
    }
}
