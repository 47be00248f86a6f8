/// Loaded before libfaketime, which treats the time of every timer as a time of day: with the clock set back by an hour,
/// the timers of Swift's concurrency runtime, which use a monotonic clock, would fire an hour late, and all work would
/// stop.

#pragma once

#include <sys/timerfd.h>

/// Passes the call to the kernel with its time unchanged.
int timerfd_settime(int fd, int flags, const struct itimerspec *new_value, struct itimerspec *old_value);
