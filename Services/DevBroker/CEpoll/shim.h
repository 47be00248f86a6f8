// Parts of the C library that Swift's Glibc module leaves out.
#pragma once
#include <sys/epoll.h>
#include <sys/signalfd.h>
