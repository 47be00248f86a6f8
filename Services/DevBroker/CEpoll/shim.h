// Headers of the C library that Swift's Glibc module does not include.
#pragma once
#include <sys/epoll.h>
#include <sys/signalfd.h>
