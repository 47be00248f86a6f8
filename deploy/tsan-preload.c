// What ThreadSanitizer does not know, told to it by a library that `deploy/test --tsan` preloads.
//
// - A Swift Mutex that is free is locked by an instrumented atomic operation. One that is taken is handed over by the
//   kernel (futex) within the Swift library, which is not instrumented, so the sanitizer would report the accesses that
//   follow.
// - librdkafka starts its threads by thrd_create, which the sanitizer does not intercept: its allocator crashes on a
//   thread that it does not know. It also locks by mtx_lock and waits by cnd_wait, so that the sanitizer does not see what
//   one thread hands to another. In glibc thrd_t, mtx_t and cnd_t are the types of pthreads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Exported by the sanitizer's runtime, which only the tests contain.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void (*Lock)(uint32_t thread, SELF);
typedef SWIFT void (*Unlock)(SELF);

// Synchronization._MutexHandle._lockSlow(_:) and _unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
    ((Lock)dlsym(RTLD_NEXT, LOCK))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock(SELF) {
    if (__tsan_release) __tsan_release(self);
    ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(self);
}

struct start {
    thrd_start_t function;
    void *argument;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    return (void *)(intptr_t)start.function(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
    struct start *start = malloc(sizeof *start);
    if (!start) return thrd_nomem;
    *start = (struct start){function, argument};
    int error = pthread_create(thread, NULL, run, start);
    if (!error) return thrd_success;
    free(start);
    return error == ENOMEM ? thrd_nomem : thrd_error;
}

int thrd_join(thrd_t thread, int *result) {
    void *value;
    if (pthread_join(thread, &value)) return thrd_error;
    if (result) *result = (int)(intptr_t)value;
    return thrd_success;
}

int mtx_lock(mtx_t *mutex) { return pthread_mutex_lock((pthread_mutex_t *)mutex) ? thrd_error : thrd_success; }

int mtx_unlock(mtx_t *mutex) { return pthread_mutex_unlock((pthread_mutex_t *)mutex) ? thrd_error : thrd_success; }

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
    return pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex) ? thrd_error : thrd_success;
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until) {
    int error = pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until);
    if (error == ETIMEDOUT) return thrd_timedout;
    return error ? thrd_error : thrd_success;
}

int cnd_signal(cnd_t *condition) { return pthread_cond_signal((pthread_cond_t *)condition) ? thrd_error : thrd_success; }

int cnd_broadcast(cnd_t *condition) {
    return pthread_cond_broadcast((pthread_cond_t *)condition) ? thrd_error : thrd_success;
}
