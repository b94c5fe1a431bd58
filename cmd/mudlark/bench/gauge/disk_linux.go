package gauge

import (
	"fmt"
	"syscall"
)

// fileSystem names the file system that a folder lies on (statfs(2)). On one in memory an fsync costs nothing, and no
// figure about durability means anything.
func fileSystem(dir string) string {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return ""
	}
	known := map[int64]string{
		0xef53: "ext4", 0x58465342: "xfs", 0x9123683e: "btrfs", 0x01021994: TmpFS, 0x794c7630: "overlay",
		0x2fc12fc1: "zfs", 0xf2f52010: "f2fs", 0x6969: "nfs", 0x65735546: "fuse", 0x858458f6: "ramfs",
	}
	number := int64(s.Type) //nolint:unconvert // it is shorter on some architectures
	if name, ok := known[number]; ok {
		return name
	}
	return fmt.Sprintf("%#x", number)
}
