/* Starts a program and tells systemd what the program writes: Node cannot send the datagrams that systemd waits for.
 * The program gets a pipe, whose number stands in FLAPBOX_NOTIFY_FD; each line written to it becomes one message.
 * When the program does not feed the watchdog for half of its time, SCRIPT is run by Node before systemd ends the
 * program: it gets the program's number and the last STATUS that it told.
 * Usage: notify-relay [--when-silent=SCRIPT] PROGRAM [ARGUMENT ...] */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const char option[] = "--when-silent=";

struct relay {
  int from, to;
  struct sockaddr_un address;
  socklen_t length;
  const char *script;
  pid_t program;
  long long patience; /* in ms; 0 without a watchdog */
  long long fed;      /* when the watchdog was last fed; 0 while that is not expected */
  char status[512];
};

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void open_socket(struct relay *r, const char *path) {
  size_t size = strlen(path);
  r->to = -1;
  if (size == 0 || size >= sizeof(r->address.sun_path)) return;
  r->address.sun_family = AF_UNIX;
  memcpy(r->address.sun_path, path, size);
  if (path[0] == '@') r->address.sun_path[0] = 0; /* an abstract name */
  r->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
  r->to = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

static void pass_on(struct relay *r, const char *line) {
  if (strcmp(line, "READY=1") == 0 || strcmp(line, "WATCHDOG=1") == 0) r->fed = now();
  if (strcmp(line, "STOPPING=1") == 0) r->fed = 0;
  if (strncmp(line, "STATUS=", 7) == 0) snprintf(r->status, sizeof(r->status), "%s", line + 7);
  /* A message that does not arrive is noticed by its absence. */
  (void)!sendto(r->to, line, strlen(line), MSG_NOSIGNAL, (struct sockaddr *)&r->address, r->length);
}

static void note_state(struct relay *r) {
  char number[16];
  r->fed = 0; /* once, until it is fed again */
  if (fork() != 0) return;
  snprintf(number, sizeof(number), "%d", (int)r->program);
  execl("/usr/bin/node", "node", "--max-semi-space-size=1", "--max-old-space-size=64", r->script, number, r->status, (char *)NULL);
  _exit(127);
}

static int remaining(const struct relay *r) {
  if (!r->script || r->patience == 0 || r->fed == 0) return -1;
  long long left = r->fed + r->patience - now();
  return left < 0 ? 0 : (int)left;
}

static void serve(struct relay *r) {
  char text[1024];
  size_t filled = 0;
  struct pollfd source = { .fd = r->from, .events = POLLIN };
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    int ready = poll(&source, 1, remaining(r));
    if (ready == 0) note_state(r);
    if (ready <= 0) continue;
    ssize_t got = read(r->from, text + filled, sizeof(text) - 1 - filled);
    if (got <= 0) _exit(0);
    filled += (size_t)got;
    text[filled] = 0;
    char *line = text;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
      *end = 0;
      pass_on(r, line);
    }
    filled -= (size_t)(line - text);
    memmove(text, line, filled);
    if (filled == sizeof(text) - 1) filled = 0; /* no message is that long */
  }
}

int main(int count, char **arguments) {
  const char *path = getenv("NOTIFY_SOCKET"), *watchdog = getenv("WATCHDOG_USEC");
  char **program = arguments + 1;
  static struct relay r;
  if (count > 1 && strncmp(*program, option, sizeof(option) - 1) == 0) r.script = *program++ + sizeof(option) - 1;
  if (!*program) return 2;
  if (path) {
    int ends[2];
    char number[16];
    if (pipe(ends) != 0) return 71;
    r.program = getpid();
    r.patience = watchdog ? atoll(watchdog) / 2000 : 0;
    if (fork() == 0) {
      close(ends[1]);
      r.from = ends[0];
      open_socket(&r, path);
      if (r.to < 0) _exit(71);
      serve(&r);
    }
    close(ends[0]);
    snprintf(number, sizeof(number), "%d", ends[1]);
    setenv("FLAPBOX_NOTIFY_FD", number, 1);
    unsetenv("NOTIFY_SOCKET");
  }
  execvp(*program, program);
  perror(*program);
  return 127;
}
