package main

import (
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// hasOpenSSH reports whether OpenSSH's own client is here, and script, which gives it a terminal.
func hasOpenSSH() bool {
	for _, program := range []string{"ssh", "script", "stty"} {
		if _, err := exec.LookPath(program); err != nil {
			return false
		}
	}
	return true
}

// dialOpenSSH runs OpenSSH's client in a terminal of its own, as a player does. What the terminal was sent is kept byte
// for byte; nothing of the settings and keys of whoever runs the test is used. Like a player who was asked nothing it
// answers nothing: a question of ssh itself would show.
func dialOpenSSH(ts *testscript.TestScript, s *stage, how map[string]string) (*client, error) {
	host, port, err := net.SplitHostPort(ts.Getenv("SSH"))
	if err != nil {
		return nil, err
	}
	args := []string{
		"ssh", "-F", "none", "-p", port, "-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR",
		"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
	}
	if name := how["key"]; name != "" {
		path := ts.MkAbs(filepath.Join("keys", name))
		if err := s.keys[name].save(path); err != nil {
			return nil, err
		}
		args = append(args, "-i", path)
	} else {
		args = append(args, "-o", "IdentityFile=none")
	}
	if how["command"] != "" {
		args = append(args, "-t")
	}
	if how["user"] != "" {
		args = append(args, "-l", how["user"])
	}
	if args = append(args, host); how["command"] != "" {
		args = append(args, how["command"]) // the shell below takes it apart
	}
	c, _, err := dialProgram(ts, how, args)
	return c, err
}

// dialProgram runs a program in a terminal of its own: size=WxH, term=NAME. The words of the command are a shell's.
func dialProgram(
	ts *testscript.TestScript,
	how map[string]string,
	args []string,
) (c *client, size [2]int, err error) {
	width, height := 80, 24
	if how["size"] != "" {
		if _, err := fmt.Sscanf(how["size"], "%dx%d", &width, &height); err != nil {
			return nil, size, err
		}
	}
	term := how["term"]
	if term == "" {
		term = "xterm-256color"
	}
	shell := fmt.Sprintf("stty cols %d rows %d; TERM=%s exec %s", width, height, term, strings.Join(args, " "))
	cmd := exec.Command("script", "-q", "-e", "-c", shell, "/dev/null")
	cmd.Dir = ts.MkAbs(".")
	c = &client{eol: "\r"}
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, size, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, size, err
	}
	if err := cmd.Start(); err != nil {
		return nil, size, err
	}
	listened := make(chan struct{})
	go func() {
		defer close(listened)
		c.listen(out)
	}()
	c.end = func() {
		_ = cmd.Process.Kill()
		<-listened
		_ = cmd.Wait()
	}
	return c, [2]int{width, height}, nil
}

// cmdSpoken fails if a byte came that is neither text nor one that moves on or back by a character.
func cmdSpoken(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "spoken NAME")
	text := stageOf(ts).client(ts, args[0]).raw()
	for i, r := range text {
		if r < ' ' && !strings.ContainsRune("\r\n\b\a", r) || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x202e {
			ts.Fatalf("%s was sent %q in %q", args[0], r, text[max(0, i-60):min(len(text), i+60)])
		}
	}
}
