package main

import (
	"os"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// filter is what OPERATING.md tells fail2ban: how a line begins, which it takes away, and how the rest of one that
// counts looks.
func filter(ts *testscript.TestScript) (date, failure *regexp.Regexp) {
	doc, err := os.ReadFile("../../OPERATING.md")
	ts.Check(err)
	told := func(what string) *regexp.Regexp {
		m := regexp.MustCompile(`(?m)^` + what + ` = (.+)$`).FindStringSubmatch(string(doc))
		if m == nil {
			ts.Fatalf("OPERATING.md has no %s", what)
		}
		// As fail2ban reads it: what stands for an address, and for the parts of a date.
		text := strings.NewReplacer(
			"<ADDR>", `(?P<addr>[0-9a-fA-F:.]+)`, "%%Y", `\d{4}`, "%%m", `\d\d`, "%%d", `\d\d`, "%%H", `\d\d`, "%%M", `\d\d`,
			"%%S", `\d\d`, "%%f", `\d{1,6}`, "%%z", `(?:Z|[+-]\d\d:\d\d)`,
		).Replace(m[1])
		re, err := regexp.Compile(text)
		ts.Check(err)
		return re
	}
	return told("datepattern"), told("failregex")
}

// cmdDenied waits until the filter finds a failed sign-in in the daemon's log, as a file has it and as the system's
// journal.
func cmdDenied(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && (len(args) == 3 || len(args) == 4), "denied ADDR DOOR REASON [NAME]")
	date, failure := filter(ts)
	want := " door=" + args[1] + " reason=" + args[2]
	if len(args) == 4 {
		want += " name=" + args[3]
	}
	path := ts.MkAbs("world.err")
	var log []byte
	if !eventually(func() bool {
		log, _ = os.ReadFile(path)
		for line := range strings.Lines(string(log)) {
			line = strings.TrimSuffix(line, "\n")
			dated := date.FindString(line)
			m := failure.FindStringSubmatch(strings.TrimPrefix(line, dated))
			if dated != "" && m != nil && m[failure.SubexpIndex("addr")] == args[0] && strings.HasSuffix(line, want) {
				return failure.MatchString("host mudlark[123]: " + line)
			}
		}
		return false
	}) {
		ts.Fatalf("the filter finds no such line in\n%s", log)
	}
}
