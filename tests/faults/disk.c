/* A disk that fails, or that is noted down: preloaded before the program, for the files of one folder.
 *
 * DISK_FOLDER   the folder
 * DISK_FAIL_AT  the number of the step that fails, from 1; 0 is none
 * DISK_ERROR    the error that it fails with: EIO is 5, ENOSPC is 28
 * DISK_LASTING  with 1, every step after that one that writes or syncs fails too, as on a full disk
 * DISK_COUNT    the file that gets the number of steps, in place of what it had, after each of them
 * DISK_JOURNAL  the file to which every write, sync, truncation and name is appended
 *
 * A step is an open, read, write, sync, truncation, rename or removal. A record of the journal is one letter, the
 * length of a path, the path, an offset, a length, and the written bytes; the path of the folder itself is empty.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_FILES 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[MOST_FILES];
static char folder[4096];
static size_t folder_length;
static long fail_at, steps, lasting;
static int error_number = EIO;
static int journal = -1, count_file = -1;

static int open_beside(const char *variable, int flags)
{
    const char *file = getenv(variable);
    return file ? (int)syscall(SYS_openat, AT_FDCWD, file, flags | O_CLOEXEC, 0600) : -1;
}

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("DISK_FOLDER");
    if (!name)
        return;
    snprintf(folder, sizeof folder, "%s/", name);
    folder_length = strlen(folder);
    fail_at = getenv("DISK_FAIL_AT") ? atol(getenv("DISK_FAIL_AT")) : 0;
    lasting = getenv("DISK_LASTING") ? atol(getenv("DISK_LASTING")) : 0;
    if (getenv("DISK_ERROR"))
        error_number = atoi(getenv("DISK_ERROR"));
    journal = open_beside("DISK_JOURNAL", O_WRONLY | O_CREAT | O_APPEND);
    count_file = open_beside("DISK_COUNT", O_WRONLY | O_CREAT);
}

/* The file in the folder that a path names, or nothing. The memory that writers of a database share
 * is no file that lasts. */
static const char *in_folder(const char *path)
{
    static __thread char whole[8192];
    if (!folder_length || !path)
        return NULL;
    if (path[0] != '/') {
        char here[4096];
        if (!getcwd(here, sizeof here))
            return NULL;
        snprintf(whole, sizeof whole, "%s/%s", here, path);
        path = whole;
    }
    size_t length = strlen(path);
    if (length > 4 && !strcmp(path + length - 4, "-shm"))
        return NULL;
    if (length == folder_length - 1 && !strncmp(path, folder, length))
        return "";
    return strncmp(path, folder, folder_length) ? NULL : path + folder_length;
}

static const char *path_of(int file)
{
    return file >= 0 && file < MOST_FILES ? paths[file] : NULL;
}

/* Counts a step; whether it is to fail. */
static int fails(int writes)
{
    pthread_mutex_lock(&lock);
    long step = ++steps;
    if (count_file >= 0) {
        char text[32];
        int length = snprintf(text, sizeof text, "%ld\n", step);
        syscall(SYS_pwrite64, count_file, text, length, 0);
    }
    pthread_mutex_unlock(&lock);
    if (fail_at && (step == fail_at || (lasting && writes && step > fail_at))) {
        errno = error_number;
        return 1;
    }
    return 0;
}

static void note(char kind, const char *path, uint64_t offset, const void *bytes, uint64_t length)
{
    if (journal < 0)
        return;
    uint64_t path_length = strlen(path);
    size_t size = 1 + 8 + path_length + 8 + 8 + (bytes ? length : 0);
    char *record = malloc(size), *at = record;
    *at++ = kind;
    memcpy(at, &path_length, 8), at += 8;
    memcpy(at, path, path_length), at += path_length;
    memcpy(at, &offset, 8), at += 8;
    memcpy(at, &length, 8), at += 8;
    if (bytes)
        memcpy(at, bytes, length);
    pthread_mutex_lock(&lock);
    syscall(SYS_write, journal, record, size);
    pthread_mutex_unlock(&lock);
    free(record);
}

static int opened(int file, const char *path, int flags)
{
    if (file >= 0 && file < MOST_FILES) {
        free(paths[file]);
        paths[file] = path ? strdup(path) : NULL;
        if (path && (flags & O_TRUNC))
            note('t', path, 0, NULL, 0);
        if (path && (flags & O_CREAT))
            note('c', path, 0, NULL, 0);
    }
    return file;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;                  \
        va_end(rest);                                                                              \
        const char *ours = in_folder(path);                                                        \
        if (ours && fails(flags & O_CREAT))                                                        \
            return -1;                                                                             \
        return opened((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), ours, flags);         \
    }
OPEN(open)
OPEN(open64)

int close(int file)
{
    if (path_of(file)) {
        free(paths[file]);
        paths[file] = NULL;
    }
    return (int)syscall(SYS_close, file);
}

ssize_t read(int file, void *bytes, size_t length)
{
    if (path_of(file) && fails(0))
        return -1;
    return syscall(SYS_read, file, bytes, length);
}

static ssize_t read_at(int file, void *bytes, size_t length, off64_t offset)
{
    if (path_of(file) && fails(0))
        return -1;
    return syscall(SYS_pread64, file, bytes, length, offset);
}
ssize_t pread(int file, void *bytes, size_t length, off_t offset) { return read_at(file, bytes, length, offset); }
ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) { return read_at(file, bytes, length, offset); }

ssize_t write(int file, const void *bytes, size_t length)
{
    const char *path = path_of(file);
    if (path && fails(1))
        return -1;
    off_t offset = path ? syscall(SYS_lseek, file, 0, SEEK_CUR) : 0;
    ssize_t written = syscall(SYS_write, file, bytes, length);
    if (path && written > 0)
        note('w', path, offset, bytes, written);
    return written;
}

static ssize_t write_at(int file, const void *bytes, size_t length, off64_t offset)
{
    const char *path = path_of(file);
    if (path && fails(1))
        return -1;
    ssize_t written = syscall(SYS_pwrite64, file, bytes, length, offset);
    if (path && written > 0)
        note('w', path, offset, bytes, written);
    return written;
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) { return write_at(file, bytes, length, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) { return write_at(file, bytes, length, offset); }

static int sync_with(long call, int file)
{
    const char *path = path_of(file);
    if (path && fails(1))
        return -1;
    int done = (int)syscall(call, file);
    if (path && !done)
        note('s', path, 0, NULL, 0);
    return done;
}
int fsync(int file) { return sync_with(SYS_fsync, file); }
int fdatasync(int file) { return sync_with(SYS_fdatasync, file); }

static int cut(int file, off64_t length)
{
    const char *path = path_of(file);
    if (path && fails(1))
        return -1;
    int done = (int)syscall(SYS_ftruncate, file, length);
    if (path && !done)
        note('t', path, length, NULL, 0);
    return done;
}
int ftruncate(int file, off_t length) { return cut(file, length); }
int ftruncate64(int file, off64_t length) { return cut(file, length); }

int unlink(const char *path)
{
    const char *ours = in_folder(path);
    if (ours && fails(0))
        return -1;
    int done = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (ours && !done)
        note('u', ours, 0, NULL, 0);
    return done;
}

/* Gives a file another name, or one more. */
static int name_again(char kind, const char *from, const char *to)
{
    char old[8192];
    const char *ours = in_folder(from);
    if (ours && fails(0))
        return -1;
    if (ours)
        snprintf(old, sizeof old, "%s", ours);
    int done = kind == 'r' ? (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0)
                           : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    const char *new = in_folder(to);
    if (ours && new && !done)
        note(kind, old, 0, new, strlen(new));
    return done;
}
int rename(const char *from, const char *to) { return name_again('r', from, to); }
int link(const char *from, const char *to) { return name_again('l', from, to); }
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    if (from_folder == AT_FDCWD && to_folder == AT_FDCWD && !flags)
        return name_again('l', from, to);
    return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}
