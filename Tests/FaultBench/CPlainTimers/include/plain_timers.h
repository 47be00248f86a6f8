/// Loaded before libfaketime, which takes the time of every timer for a time of day: set back by an hour, it would let the
/// timers of the concurrency runtime, which count from the start of the machine, ring an hour late, and all work stand still.

#pragma once

#include <sys/timerfd.h>

/// As the kernel does it, with the time of the timer as it is.
int timerfd_settime(int fd, int flags, const struct itimerspec *new_value, struct itimerspec *old_value);
