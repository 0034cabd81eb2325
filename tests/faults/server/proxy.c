/*
 * Stands between a client and a PostgreSQL server and lets one thing go wrong at one message.
 *
 * Usage: proxy LISTEN-SOCKET SERVER-SOCKET RULE-FILE. The rule is read whenever a client connects:
 * "SERIAL KIND N"; a new SERIAL begins to count anew. When the rule strikes, which it does once, an empty
 * file RULE-FILE.SERIAL is made.
 * Messages are counted over all connections, from 1: those of the client, but for what begins a
 * connection's life, or those of the server. Kinds are in the table below.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LINKS = 32, PIECE = 65536, STALL_MS = 700, DRAIN_MS = 300 };

typedef enum Kind {
    NOTHING,
    CLIENT_CUT,  /* the client's Nth message never arrives */
    CLIENT_HALF, /* half of it does */
    ANSWER_CUT,  /* it arrives and is obeyed, and nobody hears of it */
    SERVER_CUT,  /* the server's Nth message never arrives */
    SERVER_HALF,
    SERVER_WRONG, /* its first byte is none that there is */
    STALL,        /* it takes its time */
    GONE,         /* as CLIENT_CUT, and nobody answers any more */
    KINDS
} Kind;

static const char *const kinds[KINDS] = { "nothing", "client-cut", "client-half", "answer-cut", "server-cut",
                                          "server-half", "server-wrong", "stall", "gone" };

/* One direction of one connection: bytes that are not a whole message yet. */
typedef struct Way {
    int from, to;
    bool by_client, begun; /* begun: messages have a byte for their kind now */
    char *bytes;
    size_t n, cap;
} Way;

typedef struct Link {
    bool open;
    Way client, server;
} Link;

static struct {
    const char *file;
    char serial[32];
    Kind kind;
    size_t at, seen_client, seen_server;
    bool struck;
} rule;

static Link links[MOST_LINKS];

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "proxy: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* --- the rule --- */

static void tell(void)
{
    char name[512];
    snprintf(name, sizeof name, "%s.%s", rule.file, rule.serial);
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        give_up(name);
    close(fd);
}

static void read_rule(void)
{
    char serial[32] = "", word[32] = "";
    unsigned at = 0;
    FILE *f = fopen(rule.file, "r");
    if (!f || fscanf(f, "%31s %31s %u", serial, word, &at) != 3)
        give_up(rule.file);
    fclose(f);
    if (strcmp(serial, rule.serial) == 0)
        return;
    snprintf(rule.serial, sizeof rule.serial, "%s", serial);
    rule.kind = NOTHING;
    for (int i = 0; i < KINDS; i++)
        if (strcmp(word, kinds[i]) == 0)
            rule.kind = (Kind)i;
    rule.at = at;
    rule.seen_client = rule.seen_server = 0;
    rule.struck = false;
}

static bool of_client(Kind k)
{
    return k == CLIENT_CUT || k == CLIENT_HALF || k == ANSWER_CUT || k == STALL || k == GONE;
}

/* Counts a message; is it the one? */
static bool strikes(const Way *w)
{
    size_t *seen = w->by_client ? &rule.seen_client : &rule.seen_server;
    ++*seen;
    if (rule.struck || rule.kind == NOTHING || of_client(rule.kind) != w->by_client || *seen != rule.at)
        return false;
    rule.struck = true;
    tell();
    return true;
}

/* --- sockets --- */

static struct sockaddr_un address(const char *path)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    if ((size_t)snprintf(a.sun_path, sizeof a.sun_path, "%s", path) >= sizeof a.sun_path)
        give_up(path);
    return a;
}

static int listen_at(const char *path)
{
    struct sockaddr_un a = address(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(path);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof a) != 0 || listen(fd, 16) != 0)
        give_up(path);
    return fd;
}

static int connect_to(const char *path)
{
    struct sockaddr_un a = address(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool send_all(int fd, const char *p, size_t n)
{
    while (n) {
        ssize_t k = send(fd, p, n, MSG_NOSIGNAL);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return false;
        p += k;
        n -= (size_t)k;
    }
    return true;
}

static void hang_up(Link *l)
{
    close(l->client.from);
    close(l->server.from);
    free(l->client.bytes);
    free(l->server.bytes);
    *l = (Link){ 0 };
}

static void wait_ms(int ms)
{
    struct timespec t = { ms / 1000, (long)(ms % 1000) * 1000000 };
    nanosleep(&t, NULL);
}

/* What was asked is done, and the answers go nowhere. */
static void drain(int fd)
{
    char piece[PIECE];
    struct pollfd p = { .fd = fd, .events = POLLIN };
    while (poll(&p, 1, DRAIN_MS) > 0 && recv(fd, piece, sizeof piece, 0) > 0)
        continue;
}

/* --- messages --- */

/* Bytes of the first whole message; 0: not there yet. */
static size_t whole(const Way *w)
{
    size_t head = w->begun ? 1 : 0, n = 0;
    if (w->n < head + 4)
        return 0;
    for (size_t i = 0; i < 4; i++)
        n = n << 8 | (unsigned char)w->bytes[head + i];
    n += head;
    return n <= w->n ? n : 0;
}

/* false: the link has to go. */
static bool pass(Link *l, Way *w, char *message, size_t n)
{
    if (!w->begun) {
        w->begun = true;
        return send_all(w->to, message, n);
    }
    if (!strikes(w))
        return send_all(w->to, message, n);
    switch (rule.kind) {
    case CLIENT_HALF:
    case SERVER_HALF:
        (void)!send_all(w->to, message, n / 2);
        return false;
    case ANSWER_CUT:
        (void)!send_all(w->to, message, n);
        drain(l->server.from);
        return false;
    case SERVER_WRONG:
        message[0] = '\x7f';
        return send_all(w->to, message, n);
    case STALL:
        wait_ms(STALL_MS);
        return send_all(w->to, message, n);
    default:
        return false;
    }
}

static bool forward(Link *l, Way *w)
{
    if (w->cap - w->n < PIECE) {
        w->cap = w->cap ? 2 * w->cap : 4 * PIECE;
        w->bytes = realloc(w->bytes, w->cap);
        if (!w->bytes)
            give_up("memory");
    }
    ssize_t got = recv(w->from, w->bytes + w->n, w->cap - w->n, 0);
    if (got <= 0)
        return false;
    w->n += (size_t)got;
    size_t at = 0;
    for (size_t n; (n = whole(&(Way){ .begun = w->begun, .bytes = w->bytes + at, .n = w->n - at })) > 0; at += n)
        if (!pass(l, w, w->bytes + at, n))
            return false;
    memmove(w->bytes, w->bytes + at, w->n - at);
    w->n -= at;
    return true;
}

/* --- all of it --- */

static void take(int door, const char *server)
{
    int client = accept4(door, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0)
        return;
    read_rule();
    int to = rule.kind == GONE && rule.struck ? -1 : connect_to(server);
    size_t i = 0;
    while (i < MOST_LINKS && links[i].open)
        i++;
    if (to < 0 || i == MOST_LINKS) {
        close(client);
        return;
    }
    links[i] = (Link){ .open = true,
                       .client = { .from = client, .to = to, .by_client = true },
                       .server = { .from = to, .to = client, .begun = true } };
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fputs("usage: proxy LISTEN-SOCKET SERVER-SOCKET RULE-FILE\n", stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    rule.file = argv[3];
    int door = listen_at(argv[1]);
    for (;;) {
        struct pollfd fds[1 + 2 * MOST_LINKS] = { { .fd = door, .events = POLLIN } };
        for (size_t i = 0; i < MOST_LINKS; i++) {
            fds[1 + 2 * i] = (struct pollfd){ .fd = links[i].open ? links[i].client.from : -1, .events = POLLIN };
            fds[2 + 2 * i] = (struct pollfd){ .fd = links[i].open ? links[i].server.from : -1, .events = POLLIN };
        }
        if (poll(fds, 1 + 2 * MOST_LINKS, -1) < 0)
            continue;
        for (size_t i = 0; i < MOST_LINKS; i++)
            for (size_t k = 0; k < 2; k++)
                if (links[i].open && fds[1 + 2 * i + k].revents &&
                    !forward(&links[i], k ? &links[i].server : &links[i].client))
                    hang_up(&links[i]);
        if (fds[0].revents)
            take(door, argv[2]);
    }
}
