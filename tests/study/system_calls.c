/* Preloaded into a process: fails or kills it at a chosen system call that changes a disk (SQLite makes them from C).

   arm(n, kind): the n-th call from now on, counted from 0, fails once with EIO or ENOSPC, or kills the process. A write
   is half done by then. unsynced(): whether a file holds data that no fsync has covered. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { NONE, FAIL, FULL, KILL };
enum { MAX_FILES = 1024 };

static atomic_int left = -1, kind = NONE, reached = 0;
static char dirty[MAX_FILES];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void arm(int n, int how) { left = n, kind = how, reached = 0, memset(dirty, 0, sizeof dirty); }
int fault_reached(void) { return reached; }
int unsynced(void) { return memchr(dirty, 1, sizeof dirty) != NULL; }

static int is_turn(void) { return kind != NONE && atomic_fetch_sub(&left, 1) == 0; }

static int fault(void) {
  reached = 1;
  if (kind == KILL) kill(getpid(), SIGKILL);
  errno = kind == FULL ? ENOSPC : EIO;
  return -1;
}

static void mark(int file, char value) { if (file >= 0 && file < MAX_FILES) dirty[file] = value; }

/* The index in shared memory (-shm) is made anew from the log, so that it needs no fsync. */
static int is_durable(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, path, sizeof path);
  return size < 4 || memcmp(path + size - 4, "-shm", 4) != 0;
}

ssize_t write(int file, const void *data, size_t size) {
  if (file > 2 && is_turn()) return REAL(write)(file, data, size / 2), fault();
  if (file > 2) mark(file, is_durable(file));
  return REAL(write)(file, data, size);
}
ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
  if (is_turn()) return REAL(pwrite)(file, data, size / 2, at), fault();
  mark(file, is_durable(file));
  return REAL(pwrite)(file, data, size, at);
}
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
  if (is_turn()) return REAL(pwrite64)(file, data, size / 2, at), fault();
  mark(file, is_durable(file));
  return REAL(pwrite64)(file, data, size, at);
}
int fsync(int file) {
  if (is_turn()) return fault();
  mark(file, 0);
  return REAL(fsync)(file);
}
int fdatasync(int file) {
  if (is_turn()) return fault();
  mark(file, 0);
  return REAL(fdatasync)(file);
}
int ftruncate(int file, off_t size) { return is_turn() ? fault() : REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return is_turn() ? fault() : REAL(ftruncate64)(file, size); }
int unlink(const char *path) { return is_turn() ? fault() : REAL(unlink)(path); }
int close(int file) { mark(file, 0); return REAL(close)(file); }
