/* Starts a program and tells systemd what the program writes: Node cannot send the datagrams that systemd waits for.
 * The program gets a pipe, whose number stands in FLAPBOX_NOTIFY_FD; each line written to it becomes one message.
 * Usage: notify-relay PROGRAM [ARGUMENT ...] */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int open_socket(const char *path, struct sockaddr_un *address, socklen_t *length) {
  size_t size = strlen(path);
  if (size == 0 || size >= sizeof(address->sun_path)) return -1;
  memset(address, 0, sizeof(*address));
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, size);
  if (path[0] == '@') address->sun_path[0] = 0; /* an abstract name */
  *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
  return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

static void relay(int from, const char *path) {
  struct sockaddr_un address;
  socklen_t length = 0;
  int to = open_socket(path, &address, &length);
  FILE *lines = fdopen(from, "r");
  char line[512];
  while (to >= 0 && lines && fgets(line, sizeof(line), lines)) {
    size_t size = strcspn(line, "\n");
    /* A message that does not arrive is noticed by its absence. */
    (void)!sendto(to, line, size, MSG_NOSIGNAL, (struct sockaddr *)&address, length);
  }
  _exit(0);
}

int main(int count, char **arguments) {
  const char *path = getenv("NOTIFY_SOCKET");
  if (count < 2) return 2;
  if (path) {
    int ends[2];
    char number[16];
    if (pipe(ends) != 0) return 71;
    if (fork() == 0) {
      close(ends[1]);
      relay(ends[0], path);
    }
    close(ends[0]);
    snprintf(number, sizeof(number), "%d", ends[1]);
    setenv("FLAPBOX_NOTIFY_FD", number, 1);
    unsetenv("NOTIFY_SOCKET");
  }
  execvp(arguments[1], arguments + 1);
  perror(arguments[1]);
  return 127;
}
