"""A stand-in for a file system that does not answer: FUSE, spoken directly.

    standin_file_system.py lookup MOUNTPOINT          nothing below the mount point is ever answered
    standin_file_system.py read MOUNTPOINT FOLDER     shows the files of FOLDER, and no byte of them ever comes

Says `ready` once it is mounted and serves until it is killed; then all that waits for it is released."""
import ctypes
import errno
import os
import stat
import struct
import sys

LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, FLUSH, INIT = 1, 2, 3, 14, 15, 17, 18, 25, 26
OPENDIR, READDIR, RELEASEDIR, ACCESS, INTERRUPT, BATCH_FORGET = 27, 28, 29, 34, 36, 42
HEADER = struct.Struct("<IIQQIIIHH")
ROOT = 1
FOR_LONG = 3600  # seconds that an answer stays valid


class FileSystem:
    def __init__(self, descriptor, names):
        self.descriptor = descriptor
        self.names = names  # of the files in the root, in order; file i has the node ROOT + 1 + i

    def reply(self, unique, body=b"", error=0):
        os.write(self.descriptor, struct.pack("<IiQ", 16 + len(body), -error, unique) + body)

    @staticmethod
    def attributes(node):
        mode = stat.S_IFDIR | 0o755 if node == ROOT else stat.S_IFREG | 0o755
        return struct.pack("<6Q10I", node, 1 << 20, 8, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def entries(self, offset):
        listed = b""
        for place, name in enumerate(self.names):
            if place < offset:
                continue
            raw = name.encode()
            listed += struct.pack("<QQII", ROOT + 1 + place, place + 1, len(raw), stat.S_IFREG >> 12) + raw
            listed += bytes(-len(raw) % 8)
        return listed

    def serve(self, opcode, unique, node, body):
        if opcode == INIT:
            self.reply(unique, struct.pack("<IIIIHHIIHHI7I", 7, 31, 0, 0, 12, 9, 131072, 1, 32, 0, 0, *[0] * 7))
        elif self.names is None or opcode in (READ, FORGET, BATCH_FORGET, INTERRUPT):
            return  # never answered, or nothing to answer
        elif opcode == LOOKUP:
            name = body.rstrip(b"\0").decode()
            if name not in self.names:
                self.reply(unique, error=errno.ENOENT)
                return
            found = ROOT + 1 + self.names.index(name)
            self.reply(unique, struct.pack("<4Q2I", found, 0, FOR_LONG, FOR_LONG, 0, 0) + self.attributes(found))
        elif opcode == GETATTR:
            self.reply(unique, struct.pack("<QII", FOR_LONG, 0, 0) + self.attributes(node))
        elif opcode in (OPEN, OPENDIR):
            self.reply(unique, struct.pack("<QII", node, 0, 0))
        elif opcode == READDIR:
            self.reply(unique, self.entries(struct.unpack_from("<QQ", body)[1]))
        elif opcode in (RELEASE, RELEASEDIR, FLUSH, ACCESS):
            self.reply(unique)
        else:
            self.reply(unique, error=errno.ENOSYS)

    def run(self):
        while True:
            request = os.read(self.descriptor, 1 << 18)
            length, opcode, unique, node, *_ = HEADER.unpack_from(request)
            self.serve(opcode, unique, node, request[HEADER.size:length])


def main():
    kind, mount_point = sys.argv[1:3]
    names = sorted(os.listdir(sys.argv[3])) if kind == "read" else None
    descriptor = os.open("/dev/fuse", os.O_RDWR)
    libc = ctypes.CDLL(None, use_errno=True)
    options = f"fd={descriptor},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()},allow_other"
    if libc.mount(b"standin", os.fsencode(mount_point), b"fuse", 0, options.encode()) != 0:
        sys.exit(f"cannot mount: {os.strerror(ctypes.get_errno())}")
    print("ready", flush=True)
    FileSystem(descriptor, names).run()


if __name__ == "__main__":
    main()
