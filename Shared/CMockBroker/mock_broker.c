#define _GNU_SOURCE
#include "CMockBroker.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local int next_port = 0;

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
