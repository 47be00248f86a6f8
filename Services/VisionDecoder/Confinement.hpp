#pragma once

/// Processor time in seconds after which the kernel kills this program, and after which the program itself ends between
/// pictures.
constexpr unsigned cpuSecondsAtMost = 60, cpuSecondsBeforeRenewal = 30;

/// Restricts this process to what decoding needs: limits memory and processor time, and blocks files, processes, and
/// all system calls except a few. False if any step fails; then nothing may be decoded.
bool confine();
