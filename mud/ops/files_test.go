package ops_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/mudlark-mud/mudlark/mud/ops"
)

// servedNames lists the names that a scrape serves after everything happened once, parts of histograms included.
func servedNames(t *testing.T) map[string]bool {
	t.Helper()
	s := newStage(t)
	s.meter.Watch(s.sources())
	s.exercise("say", "not_here")
	families, err := s.meter.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{"up": true} // Prometheus makes it itself
	for _, f := range families {
		out[f.GetName()] = true
		for _, part := range []string{"_bucket", "_sum", "_count"} {
			out[f.GetName()+part] = f.GetType().String() == "HISTOGRAM" || f.GetType().String() == "SUMMARY" && part != "_bucket"
		}
	}
	return out
}

// namesIn finds the metrics that an expression of PromQL names.
func namesIn(expr string) []string {
	expr = regexp.MustCompile(`"[^"]*"`).ReplaceAllString(expr, "")
	return regexp.MustCompile(`\b(?:mudlark|process|go)_[a-z0-9_]+|\bup\b`).FindAllString(expr, -1)
}

// checkExpr holds an expression to what is served, and to balanced brackets.
func checkExpr(t *testing.T, served map[string]bool, where, expr string) []string {
	t.Helper()
	names := namesIn(expr)
	if len(names) == 0 {
		t.Errorf("%s: %q names no metric", where, expr)
	}
	for _, name := range names {
		if !served[name] {
			t.Errorf("%s: %s is not served", where, name)
		}
	}
	for _, pair := range []string{"()", "{}", "[]"} {
		if strings.Count(expr, pair[:1]) != strings.Count(expr, pair[1:]) {
			t.Errorf("%s: %q has brackets left open", where, expr)
		}
	}
	return names
}

// The dashboard names only metrics that are served, and shows every one of ours.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../scripts/ops/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		UID    string
		Panels []struct {
			ID      int
			Type    string
			Title   string
			GridPos struct{ H, W, X, Y int }
			Targets []struct{ Expr, LegendFormat string }
		}
		Templating struct {
			List []struct{ Name string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	served, shown := servedNames(t), map[string]bool{"mudlark_build_info": true}
	var rows []string
	ids := map[int]bool{}
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" || p.GridPos.X+p.GridPos.W > 24 || p.GridPos.H == 0 {
			t.Errorf("panel %d %q: every panel has a number of its own, a title and a place on the board", p.ID, p.Title)
		}
		ids[p.ID] = true
		if p.Type == "row" {
			rows = append(rows, p.Title)
			continue
		}
		if len(p.Targets) == 0 {
			t.Errorf("%s: shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			for _, name := range checkExpr(t, served, p.Title, target.Expr) {
				shown[name] = true
			}
			if !strings.Contains(target.Expr, `instance=~"$instance"`) {
				t.Errorf("%s: %q does not ask for the worlds chosen", p.Title, target.Expr)
			}
		}
	}
	if want := []string{"Players", "Latency", "Durability", "Limits", "Process", "Minds"}; !slices.Equal(rows, want) {
		t.Errorf("rows: got %v, want %v", rows, want)
	}
	for _, m := range ops.NewMeter(ops.Config{}).Metrics() {
		parts := []string{m.Name, m.Name + "_bucket", m.Name + "_sum", m.Name + "_count"}
		if !slices.ContainsFunc(parts, func(name string) bool { return shown[name] }) {
			t.Errorf("%s is served and the dashboard does not show it", m.Name)
		}
	}
}

// alert is one rule.
type alert struct {
	Alert, Expr, For    string
	Labels, Annotations map[string]string
}

// The rules name only metrics that are served, and cover what must wake somebody.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("../../scripts/ops/rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	var rules struct {
		Groups []struct {
			Name  string
			Rules []alert
		}
	}
	if err := yaml.UnmarshalWithOptions(text, &rules, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	served, alerts, watched := servedNames(t), map[string]bool{}, map[string]bool{}
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			for _, name := range checkExpr(t, served, r.Alert, r.Expr) {
				watched[name] = true
			}
			if alerts[r.Alert] || !strings.HasPrefix(r.Alert, "Mudlark") {
				t.Errorf("%s: every alert has a name of its own that begins with Mudlark", r.Alert)
			}
			alerts[r.Alert] = true
			if !slices.Contains([]string{"page", "ticket", "info"}, r.Labels["severity"]) || r.Annotations["summary"] == "" ||
				r.Annotations["description"] == "" {
				t.Errorf("%s: every alert has a severity, says what is wrong, and what to do", r.Alert)
			}
		}
	}
	for _, must := range []string{
		"mudlark_disk_failed", "mudlark_ready", "mudlark_commit_seconds_bucket", "mudlark_checkpoint_age_seconds",
		"mudlark_segments_limit_bytes", "mudlark_journal_file_bytes", "mudlark_writer_stalls_total", "up",
	} {
		if !watched[must] {
			t.Errorf("no alert watches %s", must)
		}
	}
}

// The example of a scrape asks where the daemon serves by default, and reads the rules beside it.
func TestScrapeConfig(t *testing.T) {
	text, err := os.ReadFile("../../scripts/ops/prometheus.yml")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Global        map[string]string
		RuleFiles     []string `yaml:"rule_files"`
		ScrapeConfigs []struct {
			JobName       string `yaml:"job_name"`
			StaticConfigs []struct {
				Targets []string
			} `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
	}
	if err := yaml.UnmarshalWithOptions(text, &config, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	job := config.ScrapeConfigs[0]
	target := job.StaticConfigs[0].Targets[0]
	if job.JobName != "mudlark" || target != "127.0.0.1:9497" || config.RuleFiles[0] != "rules.yml" {
		t.Errorf("got %+v", config)
	}
}
