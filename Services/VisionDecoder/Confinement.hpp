#pragma once

/// Processor time in seconds after which the kernel ends this program, and after which it ends by itself between pictures.
constexpr unsigned cpuSecondsAtMost = 60, cpuSecondsBeforeRenewal = 30;

/// Takes from this process what decoding does not need: memory, files, processes, and every system call but a few.
/// False when any of it fails; nothing may be decoded then.
bool confine();
