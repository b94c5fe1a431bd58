package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mudlark": func() {
		process(account.HasherConfig{MemoryKiB: 8, Passes: 1}) // stories make hundreds of accounts
	}})
}

// The stories in testdata/stories are played with the real program, real sockets and real signals. Beside testscript's
// own commands they have these:
//
//	world start [flags]        start the daemon on $WORK/data; sets TELNET, SSH and HTTP to the addresses it listens at
//	world kill|stop|interrupt  SIGKILL; SIGTERM or SIGINT, and it must end with code 0
//	world signal NAME          send a signal
//	world wait [CODE]          wait until it ends by itself with a code, 0 if none is given
//	world claim                set CLAIM to the code that the daemon printed
//	dial NAME telnet|raw|gmcp  connect; a raw client never answers telnet's offers, a gmcp one speaks GMCP as Mudlet
//	                           does and shows each message as a line: GMCP Core.Ping
//	dial NAME ssh|plain [k=v]  connect over SSH, with a terminal or without: user=, password=, key=, size=WxH
//	dial NAME openssh [k=v]    run OpenSSH's client in a terminal: user=, key=, command=, term=, size=WxH; ask the
//	                           condition [openssh] before
//	dial NAME play [words]     run mudlark play in a terminal: size=WxH, term=, and all other words are its arguments;
//	                           ask the condition [terminal] before
//	dial NAME bare             connect; not even telnet's commands are taken out of what comes
//	dial NAME tls pin=SHA256   connect over TLS to the certificate with that fingerprint
//	dial NAME proxy [k=v]      connect as a proxy with a PROXY header: for=ADDRESS:PORT, or say=WHAT instead of a header
//	dial NAME page [k=v]       connect by a WebSocket: speaks=telnet|gmcp|terminal, origin=, host=; a line that begins
//	                           with @ is a message beside the text, and such a message comes as one that does
//	refused REGEXP tls|page|ssh .. dial, and be refused with such an error
//	join NAME guest|new|back   dial telnet and sign in as a guest, as a new account NAME or as that account again
//	crowd COUNT new|telnet|ssh make so many accounts at once, or come back to them, all giving their passwords at once
//	crowd COUNT wrong          guess the passwords of so many at once
//	send NAME TEXT             type a line
//	bytes NAME TEXT [TIMES]    send bytes; TEXT is what Go would understand between quotes
//	flood NAME TEXT BYTES      the same until so many bytes were sent or the server hangs up
//	deaf NAME                  stop reading
//	expect NAME REGEXP         wait for unread text that matches, and take it as read; with a terminal: for a screen
//	[!] seen NAME REGEXP       whether anything since the connection was made matches; ask for something first
//	[!] hidden NAME            wait until the server says that it echoes (or no longer), so that nothing typed shows
//	evening NAME FRIEND FILE   play what stands in a file of testdata/evenings and hold what is heard against it
//	ears NAME FRIEND WxH       play the evening of testdata/ears, up to its fight, at a client that came in reader mode
//	clean NAME                 nothing but text, colours and line ends ever came
//	spoken NAME                nothing but text, line ends, backspaces and bells ever came
//	capture NAME VAR REGEXP    like expect; VAR becomes the first group
//	hung-up NAME               wait until the server has closed the connection
//	close NAME                 close the connection
//	sshkey NAME                make a key for key=NAME; NAME_KEY becomes its public line
//	ops PATH CODE REGEXP       get a path of the operators' address until code and body match
//	ops watch PATH CODE        get it again and again beside the story until it answers with a code
//	ops saw REGEXP             wait until that has been seen; the body must match
//	mcp TOKEN TOOL JSON REGEXP call a tool at /mcp; status and answer must match. After mcp `later` stands for a call
//	                           that is not waited for until `mcp answers`, `new` for the protocol of 2026-07-28
//	hinted TOKEN REGEXP [TOOL JSON]
//	                           open the stream of the session that mcp opened, and call a tool; a line of the stream
//	                           must match. hinted TOKEN watch URI has the session watch a resource
//	engine find [bridge]       set ENGINES to where game engines come in without a token, or BRIDGE to where words are
//	                           read
//	engine ADDR TOKEN|- M RE   connect as a game engine does, send the message M; the answer, or the refusal, must match
//	model FILE                 have the daemon that is started next ask a model that answers as the file says
//	example NAME               build one of ai/mcp/examples, so that exec NAME runs it
//	denied ADDR DOOR REASON [NAME]
//	                           wait until the filter of OPERATING.md finds such a failed sign-in in the daemon's log
//	logged REGEXP              wait until the daemon has logged something that matches
//	catch VAR REGEXP           VAR becomes the first group of a match in what the last command printed
//	soon REGEXP PROGRAM ...    run a program again and again until what it prints matches
//	[!] binary FILE TEXT       whether a file of any kind holds these bytes
//	empty DIR                  wait until nothing is in a folder
//	remember WHO SEQ...        have somebody remember things of records of a world that does not run
//	memories newer|older       have a newer program write what is remembered, or ours again
//	memories held|free         have somebody else open what is remembered, or no longer
//	relapse SEQ                have minds keep nothing of what happened behind a record in a world that was killed
//	disk CALL FAULT            make the disk of the daemon's journal misbehave: a system call and what strace
//	                           injects there, such as error=EIO; ask the condition [strace] before
//	disk well                  let it work again
//	disk small SIZE            let $MUDLARK_DATA be on a disk of that size, as in 90m; ask the condition [mount] before
//	disk fill LEFT             fill that disk until so many KiB are left
//	forge [newer|poison]       append a record that nobody decided to the journal of a world that does not run; of a
//	                           release that knows more, or one that no world can fold
//
// With -short, as under the race detector in CI, those are played in which most happens at once.
func TestStories(t *testing.T) {
	dir, files := "testdata/stories", []string(nil)
	if testing.Short() {
		dir, files = "", crowded(dir)
	}
	if signal.Ignored(syscall.SIGHUP) { // as nohup has it: then every program that is started here would ignore it, too
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir, Files: files, RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			s := &stage{clients: map[string]*client{}, keys: map[string]key{}, agents: map[string]string{}}
			e.Values[stageKey{}] = s
			e.Setenv("GORACE", "atexit_sleep_ms=100") // of a second that each program would wait for stragglers
			e.Setenv("MUDLARK_DATA", filepath.Join(e.WorkDir, "data"))
			if repo, err := filepath.Abs("../.."); err == nil {
				e.Setenv("REPO", repo)
			}
			e.Defer(func() { s.clear(); soundIn(e) })
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"world": cmdWorld, "dial": cmdDial, "join": cmdJoin, "crowd": cmdCrowd, "send": cmdSend,
			"bytes": cmdBytes, "expect": cmdExpect,
			"seen": cmdSeen, "hidden": cmdHidden, "clean": cmdClean, "spoken": cmdSpoken, "capture": cmdCapture,
			"hung-up": cmdHungUp,
			"close":   cmdClose, "sshkey": cmdSSHKey, "flood": cmdFlood, "deaf": cmdDeaf, "mcp": cmdMCP, "hinted": cmdHinted,
			"ops": cmdOps, "logged": cmdLogged, "denied": cmdDenied, "refused": cmdRefused,
			"catch": cmdCatch, "binary": cmdBinary, "empty": cmdEmpty, "forge": cmdForge,
			"disk": cmdDisk, "engine": cmdEngine, "example": cmdExample, "soon": cmdSoon, "evening": cmdEvening, "ears": cmdEars,
			"model": cmdModel, "remember": cmdRemember, "relapse": cmdRelapse, "memories": cmdMemories,
		},
		Condition: condition,
	})
}

// crowded lists the stories in which several clients, doors or programs meet: agents and keyboards, guests by the
// dozen, who types too fast and who never reads, minds that are lent away or forget, operators' figures, WebSockets,
// screens over SSH, the client that comes back, and two keyboards for one body. What the others do at once, these do,
// too.
func crowded(dir string) []string {
	var files []string
	for name := range strings.FieldsSeq(`agent crowd flood forgotten lent ops pages panes play twice`) {
		files = append(files, filepath.Join(dir, name+".txtar"))
	}
	return files
}

// racedElsewhere leaves a test out with -short, as under the race detector in CI.
func racedElsewhere(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("others do as much at once; make nightly races it")
	}
}

// patience is how long a story waits for something before it says that it did not happen. It costs nothing while all is
// well, and a busy machine with the race detector may stand still for many seconds.
const patience = 60 * time.Second

// eventually polls until something holds, or patience ends.
func eventually(holds func() bool) bool {
	poll := time.NewTicker(3 * time.Millisecond)
	defer poll.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-poll.C {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

type stageKey struct{}

// stage is what one story has: a daemon, and clients by name.
type stage struct {
	held   *bbolt.DB // what is remembered, while somebody else has it
	format []byte    // that it had before a newer program wrote it

	env     []string // of the daemon, beside its own: where its language model is
	daemon  *exec.Cmd
	ended   chan error
	out     *tap
	clients map[string]*client
	keys    map[string]key
	agents  map[string]string // MCP sessions by address and token
	later   []<-chan string   // what was wrong with calls that are under way
	watched chan string       // what `ops watch` saw
	spell   *spell            // what makes the daemon's disk misbehave, nil when nothing does
	unmount func() error      // of a disk of its own, nil when there is none
}

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

func (s *stage) client(ts *testscript.TestScript, name string) *client {
	c := s.clients[name]
	if c == nil {
		ts.Fatalf("nobody called %s is connected", name)
	}
	return c
}

func (s *stage) clear() {
	for _, c := range s.clients {
		c.close()
	}
	if s.daemon != nil {
		_ = s.daemon.Process.Kill()
	}
	if s.spell != nil {
		s.spell.lift() // a process that is traced does not go before its tracer lets it
	}
	if s.daemon != nil {
		<-s.ended
	}
	if s.held != nil {
		_ = s.held.Close()
	}
	if s.unmount != nil {
		_ = s.unmount()
	}
}

// soundIn fails a story whose daemon, perhaps killed before its exit code could tell, had a data race. Of a story that
// failed it says whether its daemon had met a panic, however long ago.
func soundIn(e *testscript.Env) {
	log, _ := os.ReadFile(filepath.Join(e.WorkDir, "world.err")) // there is none where no world ran
	if at := bytes.Index(log, []byte("WARNING: DATA RACE")); at >= 0 {
		e.T().Fatal(string(log[at:]))
	}
	if t, ok := e.T().(interface{ Failed() bool }); !ok || !t.Failed() {
		return
	}
	for _, l := range panics.FindAll(log, -1) {
		e.T().Log(string(l))
	}
}

// panics are the lines that say that something met one.
var panics = regexp.MustCompile(`(?m)^(?:.*panicked|panic: |fatal error: ).*$`) // immutable

// tap keeps what a daemon writes and copies it to a file that the story may grep.
type tap struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	file *os.File
}

func (t *tap) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf.Write(p)
	return t.file.Write(p)
}

func (t *tap) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.buf.String()
}

func newTap(path string) (*tap, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return &tap{file: f}, err
}

// expects ends a story whose command was called in a way that it does not know.
func expects(ts *testscript.TestScript, ok bool, text string) {
	if !ok {
		ts.Fatalf("usage: %s", text)
	}
}

func cmdWorld(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) > 0, "world start|kill|stop|interrupt|signal|wait|claim")
	s := stageOf(ts)
	if args[0] == "start" {
		s.start(ts, args[1:])
		return
	}
	if s.daemon == nil {
		ts.Fatalf("no world runs")
	}
	switch args[0] {
	case "kill":
		_ = s.daemon.Process.Kill()
		<-s.ended
		s.daemon = nil
	case "stop":
		_ = s.daemon.Process.Signal(syscall.SIGTERM)
		s.wait(ts, 0)
	case "interrupt":
		_ = s.daemon.Process.Signal(os.Interrupt)
		s.wait(ts, 0)
	case "signal":
		number, ok := signals[args[1]]
		expects(ts, ok, "world signal TERM|INT|HUP|QUIT|PIPE")
		_ = s.daemon.Process.Signal(number)
	case "wait":
		code := 0
		if len(args) > 1 {
			code, _ = strconv.Atoi(args[1])
		}
		s.wait(ts, code)
	case "claim":
		code := regexp.MustCompile(`(?m)^ +claim (\S+)$`)
		if !eventually(func() bool { return code.MatchString(s.out.String()) }) {
			ts.Fatalf("no claim code was printed:\n%s", s.out.String())
		}
		ts.Setenv("CLAIM", code.FindStringSubmatch(s.out.String())[1])
	default:
		ts.Fatalf("unknown: world %s", args[0])
	}
}

// signals are those that a daemon may be sent. immutable.
var signals = map[string]syscall.Signal{
	"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "HUP": syscall.SIGHUP, "QUIT": syscall.SIGQUIT,
	"PIPE": syscall.SIGPIPE,
}

// start runs the daemon and waits until it answers.
func (s *stage) start(ts *testscript.TestScript, flags []string) {
	s.startUntil(ts, flags, time.Now().Add(patience))
}

func (s *stage) startUntil(ts *testscript.TestScript, flags []string, deadline time.Time) {
	if s.daemon != nil {
		ts.Fatalf("a world runs already")
	}
	out, err := newTap(ts.MkAbs("world.out"))
	ts.Check(err)
	errs, err := newTap(ts.MkAbs("world.err"))
	ts.Check(err)
	path, err := exec.LookPath("mudlark")
	ts.Check(err)
	data := ts.Getenv("MUDLARK_DATA")
	local := "127.0.0.1:0"
	cmd := exec.Command(path, append([]string{
		"serve", "--data", data, "--telnet", local, "--telnets", local, "--ssh", local, "--http", local, "--ops", local,
	}, flags...)...)
	cmd.Stdout, cmd.Stderr, cmd.Dir = out, errs, ts.MkAbs(".")
	cmd.Env = append(append(os.Environ(), "HOME="+ts.MkAbs(".")), s.env...)
	ts.Check(cmd.Start())
	s.daemon, s.out, s.ended = cmd, out, make(chan error, 1)
	ended := s.ended
	go func() { ended <- cmd.Wait() }()
	up := eventually(func() bool {
		if len(ended) > 0 {
			return true
		}
		_, err := command.CallControl(context.Background(), data, "status", command.ControlCall{})
		return err == nil
	})
	if len(ended) > 0 && strings.Contains(errs.String(), "address already in use") && time.Now().Before(deadline) {
		s.daemon = nil // somebody else's connection has the port that the daemon before had; it will end
		s.startUntil(ts, flags, deadline)
		return
	}
	if !up || len(ended) > 0 {
		ts.Fatalf("the world did not come up:\n%s%s", out, errs)
	}
	// What it printed may come after what it answered.
	listens := regexp.MustCompile(`(?m)^(telnets?|ssh|mcp|ops) +(?:https?://)?([^/\s]+)`)
	if !eventually(func() bool { return len(listens.FindAllString(out.String(), -1)) == len(addresses) }) {
		ts.Fatalf("not all doors are open:\n%s%s", out, errs)
	}
	for _, m := range listens.FindAllStringSubmatch(out.String(), -1) {
		ts.Setenv(addresses[m[1]], m[2])
	}
}

// addresses are the variables that hold where each door is. immutable.
var addresses = map[string]string{"telnet": "TELNET", "telnets": "TELNETS", "ssh": "SSH", "mcp": "HTTP", "ops": "OPS"}

// wait waits until the daemon ends with a code.
func (s *stage) wait(ts *testscript.TestScript, code int) {
	select {
	case err := <-s.ended:
		s.daemon = nil
		got := 0
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			got = exit.ExitCode()
		} else if err != nil {
			ts.Fatalf("wait for the world: %v", err)
		}
		if got != code {
			ts.Fatalf("the world ended with code %d, want %d\n%s", got, code, ts.ReadFile("world.err"))
		}
	case <-time.After(patience):
		ts.Fatalf("the world did not end:\n%s", ts.ReadFile("world.err"))
	}
}

func cmdDial(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) >= 2, "dial NAME telnet|raw|gmcp|ssh|plain [k=v...]")
	s := stageOf(ts)
	if old := s.clients[args[0]]; old != nil {
		old.close()
	}
	how := map[string]string{}
	for _, a := range args[2:] {
		k, v, _ := strings.Cut(a, "=")
		how[k] = v
	}
	var c *client
	var err error
	switch args[1] {
	case "telnet", "raw", "gmcp":
		c, err = dialTelnet(ts.Getenv("TELNET"), &parser{answer: args[1] != "raw", gmcp: args[1] == "gmcp"})
	case "ssh", "plain":
		c, err = s.dialSSH(ts.Getenv("SSH"), args[1] == "ssh", how)
	case "openssh":
		c, err = dialOpenSSH(ts, s, how)
	case "play":
		c, err = dialPlay(ts, args[2:], how)
	default:
		c, err = dialWire(ts, args[1], how)
	}
	if err != nil {
		ts.Fatalf("dial %s: %v", args[0], err)
	}
	s.clients[args[0]] = c
}

// passwordOf is the password of a story's account.
func passwordOf(name string) string { return name + "-among-the-eels-7" }

func cmdJoin(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 2, "join NAME guest|new|back")
	name := args[0]
	cmdDial(ts, false, []string{name, "telnet"})
	c := stageOf(ts).client(ts, name)
	say := func(question, answer string) {
		if err := c.expect(regexp.MustCompile(question)); err != nil {
			ts.Fatalf("%s: %v", name, err)
		}
		ts.Check(c.line(answer))
	}
	switch args[1] {
	case "guest":
		say("Your name", "guest")
	case "new":
		say("Your name", name)
		say("yes or no", "yes")
		say("Choose a password", passwordOf(name))
		say("same again", passwordOf(name))
	case "back":
		say("Your name", name)
		say("Password", passwordOf(name))
	}
	if err := c.expect(promptPattern()); err != nil {
		ts.Fatalf("%s did not come into play: %v", name, err)
	}
}

func promptPattern() *regexp.Regexp { return regexp.MustCompile(`\[\d+/\d+(: [^\]]+)?\]!? > `) }

func cmdSend(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 2, "send NAME TEXT")
	ts.Check(stageOf(ts).client(ts, args[0]).line(args[1]))
}

func cmdBytes(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) >= 2, "bytes NAME TEXT [TIMES]")
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	times := 1
	if len(args) > 2 {
		times, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	ts.Check(stageOf(ts).client(ts, args[0]).write([]byte(strings.Repeat(text, times))))
}

func cmdFlood(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 3, "flood NAME TEXT BYTES")
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	most, err := strconv.Atoi(args[2])
	ts.Check(err)
	c := stageOf(ts).client(ts, args[0])
	go func() {
		for n := 0; n < most; n += len(text) {
			if c.write([]byte(text)) != nil {
				return
			}
		}
	}()
}

func cmdDeaf(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "deaf NAME")
	stageOf(ts).client(ts, args[0]).deaf()
}

func cmdExpect(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 2, "expect NAME REGEXP (for the opposite, ask for something and use ! seen)")
	if err := stageOf(ts).client(ts, args[0]).expect(pattern(ts, args[1])); err != nil {
		ts.Fatalf("%s: %v\n%s", args[0], err, stageOf(ts).errors(ts))
	}
}

// errors returns the end of the daemon's log, for whoever reads why a story failed.
func (s *stage) errors(ts *testscript.TestScript) string {
	b, err := os.ReadFile(ts.MkAbs("world.err"))
	if err != nil {
		return ""
	}
	return "the log ends:\n" + string(b[max(0, len(b)-1500):])
}

func pattern(ts *testscript.TestScript, text string) *regexp.Regexp {
	re, err := regexp.Compile("(?s)" + text)
	ts.Check(err)
	return re
}

func cmdSeen(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, len(args) == 2, "seen NAME REGEXP")
	all := stageOf(ts).client(ts, args[0]).all()
	if pattern(ts, args[1]).MatchString(all) == neg {
		ts.Fatalf("%s: got %q", args[0], all)
	}
}

func cmdHidden(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, len(args) == 1, "hidden NAME")
	c := stageOf(ts).client(ts, args[0])
	if !eventually(func() bool { return c.echoed() != neg }) {
		ts.Fatalf("the server says that it echoes: got %v, want %v", neg, !neg)
	}
}

// harmless is what a line client may be sent: text, line ends, tabs and colours.
var harmless = regexp.MustCompile(`\x1b\[[0-9;:]*m`) // immutable

func cmdClean(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "clean NAME")
	text := harmless.ReplaceAllString(stageOf(ts).client(ts, args[0]).raw(), "")
	for i, r := range text {
		if (r < ' ' && r != '\r' && r != '\n' && r != '\t') || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x202e {
			ts.Fatalf("%s was sent %q in %q", args[0], r, text[max(0, i-60):min(len(text), i+60)])
		}
	}
}

func cmdCapture(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 3, "capture NAME VAR REGEXP")
	got, err := stageOf(ts).client(ts, args[0]).capture(pattern(ts, args[2]))
	if err != nil || len(got) < 2 {
		ts.Fatalf("%s: %v", args[0], err)
	}
	ts.Setenv(args[1], got[1])
}

func cmdHungUp(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "hung-up NAME")
	c := stageOf(ts).client(ts, args[0])
	if !eventually(c.over) {
		ts.Fatalf("%s is still connected; got %q", args[0], c.all())
	}
}

func cmdClose(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "close NAME")
	stageOf(ts).client(ts, args[0]).close()
}

func cmdSSHKey(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "sshkey NAME")
	k, err := newKey(args[0])
	ts.Check(err)
	stageOf(ts).keys[args[0]] = k
	ts.Setenv(args[0]+"_KEY", k.public)
}
