package gauge

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Machine is what a run was measured on.
type Machine struct {
	Cores  int    `json:"cores"`
	CPU    string `json:"cpu,omitempty"`
	Memory int64  `json:"memory_bytes,omitempty"`
	System string `json:"system"`
	Go     string `json:"go"`
	Build  string `json:"build,omitempty"` // the commit that the program was built from, "+" if the tree had changed
}

// ThisMachine describes the machine that it runs on, as far as it tells.
func ThisMachine() Machine {
	m := Machine{
		Cores: runtime.NumCPU(), System: runtime.GOOS + " " + runtime.GOARCH, Go: runtime.Version(), Build: build(),
	}
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		// Beyond the number it names whoever built the kernel.
		number, _, _ := strings.Cut(strings.TrimSpace(string(release)), "-")
		m.System = fmt.Sprintf("%s %s %s", runtime.GOOS, number, runtime.GOARCH)
	}
	if memory, err := numbers("/proc/meminfo", "MemTotal"); err == nil {
		m.Memory = memory[0] * kib
	}
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				m.CPU = strings.TrimSpace(value)
				break
			}
		}
	}
	return m
}

// build is the commit that the toolchain stamped into the program.
func build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	commit, mark := "", ""
	const short = 12
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(len(s.Value), short)]
		case "vcs.modified":
			if s.Value == "true" {
				mark = "+"
			}
		}
	}
	return commit + mark
}
