import Foundation

extension Process {
    /// How the process ended; nil while it runs.
    ///
    /// Foundation detects the end through a socket that a program started at the same moment may have inherited, and
    /// then only when that program ends too. The kernel detects it at once; this asks the kernel without reaping the
    /// process, which Foundation does.
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
