package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// opsFlags are what operators may set about watching and bounding a world.
type opsFlags struct {
	Ops         string        `default:"127.0.0.1:9497" help:"Where operators find figures and health; empty: nowhere."`
	OpsExposed  bool          `help:"Let --ops be an address that other machines reach; a firewall must guard it."`
	Slow        time.Duration `default:"100ms" help:"Log commands that take longer than this; 0: none."`
	NewAccounts int           `default:"20" help:"New accounts an hour from one address; 0: any."`

	// Agents come through proxies and gateways more often than people, and are paced by their tokens.
	ConnectsPerSec int `name:"connects-per-second" default:"10" help:"Connections a second from one address; 0: any."`
}

// newcomers limits new accounts.
func (c *opsFlags) newcomers() *account.Pace {
	if c.NewAccounts <= 0 {
		return nil
	}
	return account.NewPace(time.Hour/time.Duration(c.NewAccounts), c.NewAccounts)
}

// monitor makes what operators watch the daemon with.
func (c *serveCmd) monitor(e *command.Env, log *slog.Logger) *server.Monitor {
	config := ops.Config{Slow: c.Slow, Limits: limits()}
	for _, v := range verb.New().Verbs(world.RoleHost) {
		config.Verbs = append(config.Verbs, v.Name)
	}
	reach := ops.ThisMachine
	if c.OpsExposed {
		reach = ops.Anybody
	}
	return server.NewMonitor(e.Ctx, c.Ops, reach, c.Data, server.NewMeter(config, log), log)
}

type statusCmd struct {
	Data string `default:"${data}" help:"The data folder."`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Run asks the running daemon how it is.
func (c *statusCmd) Run(e *command.Env) error {
	text, err := command.CallControl(e.Ctx, c.Data, "status", command.ControlCall{})
	if err != nil {
		return err
	}
	var s ops.Status
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return fmt.Errorf("read the daemon's answer: %w", err)
	}
	if !c.JSON {
		e.Printf("%s", s.Page())
		return nil
	}
	out := json.NewEncoder(e.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(s)
}
