package wirestorm_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/agentstorm/daemon"
)

var (
	span    = flag.String("wirestorm.time", "", "how long each phase lasts: 70s, short, or empty for not at all")
	attacks = flag.String("wirestorm.attack", "", "be the attackers of TELNET,TLS,WEB")
	folder  = flag.String("wirestorm.data", "", "where the world is kept; empty: where tests keep files")
)

const (
	people    = 100
	shortSpan = 8 * time.Second
	settle    = 2 * time.Second // before a phase counts
	// slackMeasured is what an attack may cost the people at the 99th percentile. slackShort is no measurement: it only
	// notices that people were shut out, on whatever machine.
	slackMeasured = time.Millisecond
	slackShort    = 6 * time.Second
	// memoryMost is how much more the server may hold under attack: the queues of all attackers, many times over.
	memoryMost = 192 << 20
	// leftMost is how many goroutines more than before there may be once the attackers have gone.
	leftMost = 50
	goneMax  = 90 * time.Second // for connections to be given up that nobody closed
	// countedMax is how long a kind of attack may take to be counted, on whatever machine.
	countedMax = 30 * time.Second
)

func TestMain(m *testing.M) {
	flag.Parse()
	if *attacks == "" {
		os.Exit(m.Run())
	}
	at := strings.Split(*attacks, ",")
	comeLast()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // whoever started this ends it by closing, or by ending itself
		cancel()
	}()
	attack(ctx, target{telnet: at[0], tls: at[1], web: at[2]}, kinds())
}

// storm is a server, people and attackers.
type storm struct {
	t       *testing.T
	program string // made when it is needed
	at      *daemon.Daemon
	log     *os.File
	span    time.Duration
}

func TestStorm(t *testing.T) {
	if *span == "" {
		t.Skip("make wire-storm runs it")
	}
	s := &storm{t: t, span: shortSpan}
	slack := slackShort
	if *span != "short" {
		var err error
		if s.span, err = time.ParseDuration(*span); err != nil {
			t.Fatal(err)
		}
		slack = slackMeasured
	}
	s.start()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c, err := join(ctx, s.at.Telnet, people)
	defer c.close()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); c.play(ctx) }()
	pause(ctx, settle)
	before, first := c.measure(ctx, s.span), s.usage()
	counted := s.counters()
	end := s.attackers()
	pause(ctx, settle)
	during, worst := c.measure(ctx, s.span), s.usage()
	moved := s.counters()
	end()
	s.gone(ctx, first)
	after, last := c.measure(ctx, s.span), s.usage()
	stop()
	<-done
	s.report(phase{"without", before, first}, phase{"with", during, worst}, phase{"after", after, last})
	if c.lost > 0 {
		t.Errorf("%d commands of people were not answered: %v", c.lost, c.errs[0])
	}
	quiet := percentile(before, 99)
	if got := percentile(during, 99); got > quiet+slack {
		t.Errorf("p99 under attack is %v, and %v without: more than %v apart", got, quiet, slack)
	}
	if got := percentile(after, 99); got > quiet+slack {
		t.Errorf("p99 is %v after the attack, and was %v before: more than %v apart. Either the attack leaves something "+
			"behind, or the machine was not quiet and this run measures nothing", got, quiet, slack)
	}
	if grown := worst.memory - first.memory; grown > memoryMost {
		t.Errorf("the server grew by %d MiB under attack, at most %d are allowed", grown>>20, memoryMost>>20)
	}
	s.marks(counted, moved)
	if err := s.at.Stop(); err != nil {
		t.Error(err)
	}
}

// start starts a server that trusts one address to be a proxy's.
func (s *storm) start() {
	dir := s.t.TempDir()
	data := *folder
	if data == "" {
		data = dir
	}
	log, err := os.Create(dir + "/log")
	if err != nil {
		s.t.Fatal(err)
	}
	s.log = log
	s.t.Cleanup(func() { _ = log.Close() })
	if s.program == "" {
		if s.program, err = daemon.Build(s.t.Context(), dir); err != nil {
			s.t.Fatal(err)
		}
	}
	ctx := context.WithoutCancel(s.t.Context())
	s.at, err = daemon.Start(ctx, s.program, data+"/world", log, "--trust-proxy="+proxyAddr)
	if err != nil {
		text, _ := os.ReadFile(log.Name())
		s.t.Fatalf("%v\n%s", err, text)
	}
	s.t.Cleanup(s.at.Kill)
}

// doors are where the server can be attacked.
func (s *storm) doors() target {
	return target{
		telnet: s.at.Telnet, tls: s.at.TLS, web: strings.TrimSuffix(strings.TrimPrefix(s.at.MCP, "http://"), "/mcp"),
	}
}

// attackers starts them in a process of their own, and returns what ends it.
func (s *storm) attackers() func() {
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	at := s.doors()
	doors := strings.Join([]string{at.telnet, at.tls, at.web}, ",")
	cmd := exec.CommandContext(context.WithoutCancel(s.t.Context()), self, "-wirestorm.attack="+doors)
	cmd.Stderr = s.log
	in, err := cmd.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	var over bool
	end := func() {
		if over {
			return
		}
		over = true
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			s.t.Errorf("the attackers: %v", err)
		}
	}
	s.t.Cleanup(end)
	return end
}

// usage is what the server holds.
type usage struct {
	memory     int64 // bytes resident
	goroutines int
	cpu        float64 // seconds so far
}

func (s *storm) usage() usage {
	page := s.page()
	value := func(name string) float64 {
		m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(page)
		if m == nil {
			s.t.Fatalf("the server does not tell %s", name)
		}
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			s.t.Fatalf("the server tells %s %s", name, m[1])
		}
		return v
	}
	return usage{
		memory: int64(value("process_resident_memory_bytes")), goroutines: int(value("go_goroutines")),
		cpu: value("process_cpu_seconds_total"),
	}
}

func (s *storm) page() string {
	page, err := s.at.Page(context.WithoutCancel(s.t.Context()), "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	return page
}

// counters adds up, for each reason and each limit, how often it was met.
func (s *storm) counters() map[string]float64 {
	out := map[string]float64{}
	line := regexp.MustCompile(
		`(?m)^mudlark_(?:connections_ended|sessions_ended|limits_met)_total\{.*((?:reason|limit)="[^"]*")\} (\S+)$`)
	for _, m := range line.FindAllStringSubmatch(s.page(), -1) {
		n, _ := strconv.ParseFloat(m[2], 64)
		out[m[1]] += n
	}
	return out
}

// marks sees that every kind of attack shows in a counter. Some share one: TestKinds tells those apart.
func (s *storm) marks(before, after map[string]float64) {
	for _, k := range kinds() {
		seen := k.moved(before, after)
		s.t.Logf("%-22s %3d connections: %s", k.name, k.conns, strings.Join(seen, ", "))
		if len(seen) == 0 && s.span > k.after {
			s.t.Errorf("%s: none of %v was counted", k.name, k.marks)
		}
	}
}

// moved lists which of a kind's counters moved, and how far.
func (k kind) moved(before, after map[string]float64) []string {
	var seen []string
	for _, mark := range k.marks {
		if n := after[mark] - before[mark]; n > 0 {
			seen = append(seen, fmt.Sprintf("%s %.0f", mark, n))
		}
	}
	return seen
}

// TestKinds lets each kind attack a server of its own, so that what is counted is counted for it; those that take long
// are left to longer storms.
func TestKinds(t *testing.T) {
	if *span == "" {
		t.Skip("make wire-storm runs it")
	}
	program, err := daemon.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds() {
		if k.after > 0 && *span == "short" {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			s := &storm{t: t, program: program}
			s.start()
			before := s.counters()
			ctx, stop := context.WithTimeout(t.Context(), k.after+countedMax)
			over := make(chan struct{})
			go func() {
				defer close(over)
				attack(ctx, s.doors(), []kind{k})
			}()
			var seen []string
			for seen == nil && ctx.Err() == nil {
				pause(ctx, 50*time.Millisecond)
				seen = k.moved(before, s.counters())
			}
			stop()
			<-over
			if seen == nil {
				t.Errorf("none of %v was counted", k.marks)
			}
			t.Log(strings.Join(seen, ", "))
		})
	}
}

// gone waits until the server has let go of the attackers.
func (s *storm) gone(ctx context.Context, first usage) {
	for deadline := time.Now().Add(goneMax); ctx.Err() == nil; pause(ctx, 200*time.Millisecond) {
		now := s.usage()
		if now.goroutines <= first.goroutines+leftMost {
			return
		}
		if time.Now().After(deadline) {
			s.t.Errorf("%d goroutines are left of the attack, %d were there before", now.goroutines, first.goroutines)
			return
		}
	}
}

type phase struct {
	name string
	took []time.Duration
	usage
}

func (s *storm) report(phases ...phase) {
	s.t.Logf("%-8s %8s %9s %9s %9s %9s %9s", "phase", "commands", "p50", "p99", "worst", "memory", "cpu so far")
	for _, p := range phases {
		if len(p.took) == 0 {
			s.t.Error(errors.New("nobody played " + p.name))
			continue
		}
		s.t.Logf("%-8s %8d %9v %9v %9v %6d MiB %8.1fs", p.name, len(p.took), percentile(p.took, 50), percentile(p.took, 99),
			percentile(p.took, 100), p.memory>>20, p.cpu)
	}
}

func percentile(took []time.Duration, p int) time.Duration {
	if len(took) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(took))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)].Round(10 * time.Microsecond)
}
