#define _GNU_SOURCE
#include "CDecoderLink.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

int decoder_link_memory(size_t size) {
    int memory = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    // Without the seals, the decoder could shrink the memory and crash the process that reads it.
    if (ftruncate(memory, (off_t)size) != 0
        || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        close(memory);
        return -1;
    }
    return memory;
}

int32_t decoder_link_start(const char *program, int requests, int answers, int encoded, int pixels) {
    // Copies with numbers above all those used here, so that none is overwritten while they are assigned.
    const int sources[4] = {requests, answers, encoded, pixels};
    const int targets[4] = {DECODER_REQUESTS, DECODER_ANSWERS, DECODER_ENCODED, DECODER_PIXELS};
    int copies[4] = {-1, -1, -1, -1};
    pid_t process = -1;
    int failure = 0;
    for (int index = 0; index < 4; index++) {
        copies[index] = fcntl(sources[index], F_DUPFD_CLOEXEC, 16);
        if (copies[index] < 0) failure = errno;
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int index = 0; index < 4; index++) {
        posix_spawn_file_actions_adddup2(&actions, copies[index], targets[index]);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, DECODER_PIXELS + 1);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    char *arguments[] = {(char *)"vision-decoder", NULL};
    char *environment[] = {NULL};
    if (failure == 0) failure = posix_spawn(&process, program, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    for (int index = 0; index < 4; index++) {
        if (copies[index] >= 0) close(copies[index]);
    }
    return failure == 0 ? process : -1;
}

int decoder_link_wait(int file, int milliseconds) {
    struct pollfd entry = {.fd = file, .events = POLLIN};
    const int count = poll(&entry, 1, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -1;
    if (count == 0) return 0;
    return entry.revents & POLLIN ? 1 : -1;
}
