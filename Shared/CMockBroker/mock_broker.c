#define _GNU_SOURCE
#include "CMockBroker.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local int next_port = 0;

static atomic_bool keeps_out = false;

void mock_broker_keep_out(bool keep) { keeps_out = keep; }

void mock_broker_listen_on(int port) { next_port = port; }

void mock_broker_line_buffered_output(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

// Takes the place of libc's bind() in executables that link this target; everything but the one case above goes through.
__attribute__((visibility("default"))) int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
    if (next_port > 0 && address && address->sa_family == AF_INET) {
        struct sockaddr_in wanted;
        memcpy(&wanted, address, sizeof wanted);
        if (wanted.sin_port == 0 && wanted.sin_addr.s_addr == htonl(INADDR_LOOPBACK)) {
            wanted.sin_port = htons((unsigned short)next_port++);
            return (int)syscall(SYS_bind, descriptor, &wanted, sizeof wanted);
        }
    }
    return (int)syscall(SYS_bind, descriptor, address, length);
}

// Takes the place of libc's accept() in the same way; NIO calls accept4().
__attribute__((visibility("default"))) int accept(int descriptor, struct sockaddr *address, socklen_t *length) {
    if (keeps_out) {
        usleep(1000);
        errno = EAGAIN;
        return -1;
    }
    return (int)syscall(SYS_accept4, descriptor, address, length, 0);
}
