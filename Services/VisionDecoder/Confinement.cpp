#include "Confinement.hpp"

#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "CDecoderLink.h"

namespace {

/// Enough for the shared memory, a turned copy, and the coefficients of the largest usual progressive JPEG.
constexpr rlim_t memoryBytes = rlim_t{512} << 20;

bool limit(__rlimit_resource resource, rlim_t value) {
    const rlimit both{value, value};
    return setrlimit(resource, &both) == 0;
}

bool limitResources() {
    return limit(RLIMIT_AS, memoryBytes) && limit(RLIMIT_CPU, cpuSecondsAtMost) && limit(RLIMIT_CORE, 0)
        && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, 0);
}

bool allowOnly(scmp_filter_ctx filter) {
    const auto allow = [&](int call) { return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) == 0; };
    // Allows mapping memory, but not executable memory and not files.
    const auto notExecutable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    return allow(SCMP_SYS(exit_group)) && allow(SCMP_SYS(exit)) && allow(SCMP_SYS(brk)) && allow(SCMP_SYS(munmap))
        && allow(SCMP_SYS(mremap)) && allow(SCMP_SYS(madvise)) && allow(SCMP_SYS(futex))
        && allow(SCMP_SYS(rt_sigreturn)) && allow(SCMP_SYS(restart_syscall)) && allow(SCMP_SYS(clock_gettime))
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, notExecutable) == 0
        && seccomp_rule_add(
               filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, notExecutable,
               SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS))
        == 0
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(read), 1, SCMP_A0(SCMP_CMP_EQ, DECODER_REQUESTS, 0)) == 0
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, SCMP_A0(SCMP_CMP_EQ, DECODER_ANSWERS, 0)) == 0;
}

} // namespace

bool confine() {
    if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (filter == nullptr) return false;
    // The limits are set between building the filter, which may need memory, and loading it.
    const bool isConfined = allowOnly(filter) && limitResources() && seccomp_load(filter) == 0;
    return isConfined;
}
