package main

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/mcphost"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/listener"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
	"github.com/mudlark-mud/mudlark/mud/websocket"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/strictjson"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// limits lists every limit that a visitor can meet, with its value as it is by default, for LIMITS.md and for
// mudlark_limits_met_total.
func limits() []ops.Limit {
	var out []ops.Limit
	for _, list := range [][]ops.Limit{
		doorLimits(), arrivalLimits(), telnetLimits(), screens.GMCPLimits(), webSocketLimits(), sessionLimits(), sshLimits(),
		agentLimits(), readLimits(), openLimits(), bridgeLimits(), mindLimits(), heldLimits(),
	} {
		out = append(out, list...)
	}
	return out
}

// standard is a flag's default.
func standard(field string) string { return standardOf[serveCmd](field) }

// standardOf is the default of a flag of a struct of flags.
func standardOf[T any](field string) string {
	f, ok := reflect.TypeFor[T]().FieldByName(field)
	if !ok {
		panic("no flag " + field) // a mistake in this file is no state to run in
	}
	return f.Tag.Get("default")
}

// effects that many limits share.
const (
	hungUpOn     = "a word, and hung up on"
	refused      = "refused"
	disconnected = "disconnected"
	dropped      = "dropped, and the connection goes on"
	wordAndOut   = "a word, and disconnected"
)

// doorLimits bound who may come to the doors at all.
func doorLimits() []ops.Limit {
	var out []ops.Limit
	add := func(door, name, flag, value, what, reason string) {
		l := ops.Limit{
			Name: door + "_" + name, Value: value, What: what, Effect: hungUpOn, Flag: flag, Place: "cmd/mudlark/serve.go",
			In: door, Why: reason,
		}
		if flag == "" {
			l.Place = "mud/sshd/limits.go"
		}
		out = append(out, l)
	}
	const all, some = "connections at a time", "connections at a time from one IPv4 address or IPv6 /64"
	for _, door := range []string{screens.DoorTelnet, screens.DoorTelnets, screens.DoorWebSocket, "ssh", "mcp"} {
		if door == "ssh" {
			add(door, "connections", "", fmt.Sprint(sshd.Limits{}.WithDefaults().Connections), all, server.ReasonFull)
		} else {
			add(door, "connections", "--connections", standard("Connections"), all, server.ReasonFull)
		}
		add(door, "connections_of_address", "--per-address", standard("PerAddress"), some, server.ReasonSourceFull)
	}
	const both = "connections from one address, at all doors but the agents' together"
	often := fmt.Sprintf("%s a second, %d times as many at once", standard("ConnectsPerSec"), server.ConnectBurst)
	for _, door := range []string{screens.DoorTelnet, screens.DoorTelnets, screens.DoorWebSocket, "ssh"} {
		add(door, "connections_a_second", "--connects-per-second", often, both, server.ReasonHurried)
	}
	return out
}

// arrivalLimits bound what a connection may take before it is one.
func arrivalLimits() []ops.Limit {
	add := func(name, value, what, in, why string) ops.Limit {
		return ops.Limit{
			Name: name, Value: value, What: what, Effect: disconnected, Place: "cmd/mudlark/screens/arrival.go",
			In: in, Why: why,
		}
	}
	const either = screens.DoorTelnet + " " + screens.DoorTelnets
	return []ops.Limit{
		add(
			"handshakes",
			fmt.Sprintf("%d at a door, %d of one address", screens.HandshakesMost, screens.HandshakesOfAddress),
			"connections at a time that agree on keys or wait for a PROXY header",
			either,
			screens.ReasonHandshakes,
		),
		add(
			"tls_handshake_time",
			screens.TLSHandshakeMax.String(),
			"time to agree on keys",
			screens.DoorTelnets,
			screens.ReasonTLSTime,
		),
		add(
			"tls_handshake",
			"TLS 1.2 or later",
			"how keys are agreed on",
			screens.DoorTelnets,
			screens.ReasonTLSHandshake,
		),
		add(
			"proxy_header_time",
			screens.ProxyHeaderMax.String(),
			"time of a trusted proxy for its PROXY header",
			either,
			screens.ReasonProxyTime,
		),
		add(
			"proxy_header",
			"version 2, "+command.Size(listener.ProxyHeaderBytesMax),
			"what a trusted proxy begins with",
			either,
			screens.ReasonProxyHeader,
		),
	}
}

// webSocketLimits bound what comes through a WebSocket, besides the limits of telnet.
func webSocketLimits() []ops.Limit {
	add := func(name, value, what, effect string, why websocket.Reason) ops.Limit {
		return ops.Limit{
			Name: "websocket_" + name, Value: value, What: what, Effect: effect, Place: "mud/websocket/limit.go",
			In: screens.DoorWebSocket, Why: string(why),
		}
	}
	often := fmt.Sprintf("%d messages a second, %d at once; %s a second, %s at once", websocket.MessagesPerSecond,
		websocket.MessageBurst, command.Size(websocket.BytesPerSecond), command.Size(websocket.BytesBurst))
	pace := add(
		"pace",
		often,
		"messages, pings and bytes",
		"they wait in the client's own buffers; none is dropped",
		"",
	)
	pace.In = ""
	return []ops.Limit{
		pace,
		add(
			"message_bytes",
			command.Size(websocket.MessageBytesMax),
			"one message",
			disconnected,
			websocket.ReasonMessage,
		),
		add("message_time", websocket.MessageMax.String(), "time from a message's beginning to its end", disconnected,
			websocket.ReasonSlow),
		add("silence", fmt.Sprintf("%s behind a ping, which comes every %s", websocket.PongMax, websocket.PingEvery),
			"time without a sign of life", disconnected, websocket.ReasonSilent),
		add("frames", "RFC 6455", "what frames say", disconnected, websocket.ReasonBroken),
		add("subprotocol", "those of mudstandards.org, or none", "sub-protocols a client names", "400",
			websocket.ReasonProtocol),
		add(
			"handshake",
			"this server's own pages, and --web-origin",
			"requests for a WebSocket",
			"403, or what is wrong",
			websocket.ReasonHandshake,
		),
		add(
			"host",
			"loopback names, and those of --host",
			"names under which the server is reached",
			"403",
			screens.ReasonHost,
		),
	}
}

func telnetLimits() []ops.Limit {
	add := func(name, value, what, effect string, why telnet.Reason) ops.Limit {
		l := ops.Limit{Name: name, Value: value, What: what, Effect: effect, Place: "mud/telnet/limit.go"}
		if why != "" {
			l.In, l.Why = screens.DoorTelnet+" "+screens.DoorTelnets+" "+screens.DoorWebSocket, string(why)
		}
		return l
	}
	often := fmt.Sprintf("%s a second, %s at once; %s a second, %s at once", standard("LinesPerSec"),
		standard("LinesBurst"), command.Size(telnet.BytesPerSecond), command.Size(telnet.BytesBurst))
	pace := add(screens.LimitTelnetPace, often, "typed lines; all bytes",
		"they wait in the client's own buffers; none is dropped", "")
	pace.Flag = "--lines-per-second, --lines-burst"
	return []ops.Limit{
		pace,
		add(
			screens.LimitTelnetLine,
			command.Size(telnet.LineMaxBytes),
			"one typed line",
			"the rest is dropped, and the typist told",
			"",
		),
		add("telnet_queue_bytes", command.Size(telnet.QueueMaxBytes), "output that waits for a client", disconnected,
			telnet.ReasonSlowReader),
		add("telnet_negotiation", fmt.Sprintf("%d in %s", telnet.NegotiationMax, telnet.NegotiationWindow),
			"commands that want an answer", disconnected, telnet.ReasonNegotiation),
		add(
			"telnet_subnegotiation_bytes",
			command.Size(telnet.SubEndlessBytes),
			"a subnegotiation; beyond "+command.Size(
				telnet.SubMaxBytes,
			)+" it is dropped",
			disconnected,
			telnet.ReasonSubnegotiation,
		),
		add(telnet.LimitSubBytes, command.Size(telnet.SubMaxBytes), "a subnegotiation but GMCP's", dropped, ""),
		add(telnet.LimitGMCPBytes, command.Size(telnet.GMCPMaxBytes), "the data of one GMCP message", dropped, ""),
		add(telnet.LimitGMCPDepth, fmt.Sprint(telnet.GMCPDepthMax), "how deep its JSON is nested", dropped, ""),
		add(telnet.LimitGMCPPackage, command.Size(telnet.GMCPPackageMaxBytes), "the name of one", dropped, ""),
		add(telnet.LimitVariable, command.Size(wire.EnvironValueMaxBytes), "a variable of NEW-ENVIRON", dropped, ""),
		add("telnet_idle", fmt.Sprintf("%s before sign-in, %s in play", telnet.PreLoginIdleMax, screens.IdleMax),
			"time without a line", wordAndOut, telnet.ReasonIdle),
	}
}

func sessionLimits() []ops.Limit {
	add := func(name, value, what, effect, place, in, why string) ops.Limit {
		return ops.Limit{Name: name, Value: value, What: what, Effect: effect, Place: place, In: in, Why: why}
	}
	const place = "mud/session/session.go"
	newcomers := add("new_accounts", standard("NewAccounts")+" an hour", "new accounts from one address",
		"refused, with the wait; guests may enter", "mud/account/pace.go", ops.InSignIns, string(account.CodeCrowd))
	newcomers.Flag = "--new-accounts"
	return slices.Concat([]ops.Limit{
		newcomers,
		add("sign_in_time", fmt.Sprintf("%s, %s for who listens", session.SignInMax,
			session.SignInListenTimes*session.SignInMax), "time from the first question to play", wordAndOut,
			place, ops.InSessions, session.ReasonSlow),
		add("mailbox", fmt.Sprint(session.MailMost), "things told and not yet shown", disconnected,
			place, ops.InSessions, session.ReasonBehind),
		add(session.LimitLine, command.Size(verb.LineBytesMax), "a line that a session takes", refused,
			"world/verb/parse.go", "", ""),
	}, companyLimits(), []ops.Limit{
		add("password_tries", fmt.Sprint(session.TriesMost), "wrong passwords on one connection", wordAndOut,
			place, ops.InSessions, session.ReasonTries),
		add(
			"password_failures",
			fmt.Sprintf("%d free, then a wait that doubles, to %s for an address and %s for a name",
				account.FailuresFree, account.WaitSourceMax, account.WaitAccountMax),
			"wrong passwords",
			"refused, with the wait",
			"mud/account/throttle.go",
			ops.InSignIns,
			string(account.CodeThrottled),
		),
		add(account.LimitDenialLines, fmt.Sprintf("%d free, then a wait that doubles, to %s for an address",
			account.FailuresFree, account.WaitSourceMax),
			"log lines of tokens, operators' keys and unknown names over SSH that were refused", "left out",
			"mud/account/denial.go", "", ""),
		add(
			"sign_ins_under_way",
			fmt.Sprintf("%d of one address, %d of one name; %d of an address run at a time, or as many as may fail "+
				"before the next wait", account.UnderWaySourceMax, account.UnderWayNameMax, account.RunningSourceMax),
			"sign-ins with a password at a time",
			"the others stand in line; beyond it, refused",
			"mud/account/line.go",
			ops.InSignIns,
			string(account.CodeUnderWay),
		),
		add("password_queue", fmt.Sprint(account.DefaultQueue),
			"passwords that wait for a core; one is hashed at a time on each core but one",
			"refused; who waits longer than "+session.WaitMax.String()+" is told why", "mud/account/hash.go", ops.InHashes, ""),
		add("screen_kept", command.Size(settings.ScreenBytesMax)+", once in "+session.ScreenStateRest.String(),
			"what a drawn screen has remembered with its owner's settings", "not kept, or later",
			"mud/session/settings/sheet.go", "", ""),
		add("session_questions", fmt.Sprint(session.ConsultsMost), "a client's questions that are unanswered",
			"refused; a page is answered with a word about that", "mud/session/request.go", "", ""),
		add("account_proofs", fmt.Sprintf("%d keys, %d tokens", account.KeysPerAccountMax, account.TokensPerAccountMax),
			"proofs that one account holds", refused, "mud/account/key.go", ops.InSignIns, string(account.CodeTooMany)),
	})
}

func sshLimits() []ops.Limit {
	l := sshd.Limits{}.WithDefaults()
	add := func(name, value, what, effect string, why sshd.Reason) ops.Limit {
		return ops.Limit{
			Name: "ssh_" + name, Value: value, What: what, Effect: effect, Place: "mud/sshd/limits.go",
			In: "ssh", Why: string(why),
		}
	}
	return []ops.Limit{
		add("handshakes", fmt.Sprintf("%d, and half of --per-address of one address", l.Handshakes),
			"connections at a time that have not shown who they are", hungUpOn, sshd.ReasonHandshakes),
		add("handshake_time", fmt.Sprintf("%s, and %s for people who type", l.Handshake, l.SignIn),
			"time to exchange keys, and to sign in", disconnected, sshd.ReasonHandshake),
		add("session_wait", l.Start.String(), "time signed in without a session that has begun", disconnected,
			sshd.ReasonIdle),
		add("sessions", fmt.Sprint(l.SessionsPerConnection), "sessions on one connection", "the session is refused",
			sshd.ReasonSessions),
		add(
			"password_tries",
			fmt.Sprint(l.PasswordTries),
			"wrong passwords on one connection",
			wordAndOut,
			sshd.ReasonTries,
		),
		add("silence", fmt.Sprintf("%s behind a question, which comes every %s", l.KeepaliveGrace, l.Keepalive),
			"time without a sign of life", disconnected, sshd.ReasonSilent),
		add(
			"queue_bytes",
			command.Size(l.OutputBytes)+", or "+l.Stall.String()+" for one write",
			"output that waits for a client",
			disconnected,
			sshd.ReasonSlowReader,
		),
		add("input_bytes", fmt.Sprintf("%s, %s of what is no paste, or %s without being taken",
			command.Size(sshd.HeldInputMax), command.Size(sshd.SequenceMax), l.Stall),
			"input that is not complete, or that nobody takes", disconnected, sshd.ReasonInputFlood),
		add("pace", command.Size(l.BytesPerSecond)+" a second, "+command.Size(l.BytesBurst)+" at once",
			"bytes of every kind that one connection sends", "read later", sshd.ReasonPace),
		{
			Name: screens.LimitSSHLine, Value: command.Size(sshd.LineBytesMax), What: "one typed line", Effect: refused,
			Place: "mud/sshd/plainedit/line.go",
		}, {
			Name: screens.LimitSSHScreen, Value: fmt.Sprint(screens.PaneMessagesMost), What: "messages that wait for a screen",
			Effect: disconnected, Place: "cmd/mudlark/screens/pane.go",
		},
	}
}

func agentLimits() []ops.Limit {
	add := func(why, value, what, effect string) ops.Limit {
		return ops.Limit{
			Name: "agent_" + why, Value: value, What: what, Effect: effect, Place: "ai/mcp/guard/limits.go",
			In: ops.InAgents, Why: why,
		}
	}
	return []ops.Limit{
		add("rate", fmt.Sprintf("%d a second, %d at once", guard.RequestsPerSecond, guard.RequestsBurst),
			"requests under one token", "429, with the wait"),
		add("running", fmt.Sprint(guard.CallsPerPrincipalMax), "requests in progress under one token", "429"),
		add("streams", fmt.Sprint(guard.StreamsPerPrincipalMax), "notification streams under one token", "429"),
		add("body", command.Size(guard.BodyBytesMax)+", sent within "+guard.BodyReadMax.String()+"; "+
			command.Size(guard.InitializeBytesMax)+" to initialize", "a request's body", "413"),
		add("message", fmt.Sprintf("depth %d, numbers of %d characters, ids of %d, batches of %d", strictjson.DepthMax,
			strictjson.NumberCharsMax, guard.RequestIDCharsMax, guard.BatchMessagesMax), "what a body may say", "400"),
		add("bearer", fmt.Sprintf("%d characters", guard.TokenCharsMax), "a token, which must be a good one", "401"),
		add("session", fmt.Sprintf("%d under one token, %s without a request", guard.SessionsPerPrincipalMax,
			guard.SessionIdleMax), "sessions that are kept; the oldest goes", "404 for one that is gone or another's"),
		add("host", "loopback names, and those of --host", "names under which the server is reached", "403"),
		add("origin", "loopback origins", "web pages that may ask", "403"),
		add("url_token", "none", "tokens in a URL", "400"),
	}
}

// readLimits bound what agents ask of the world and its record, beside what the guard allows, and are told of it.
func readLimits() []ops.Limit {
	return []ops.Limit{{
		Name: mcphost.LimitReads, Value: fmt.Sprintf("%d a second, %d at once", read.ReadsPerSecond, read.ReadsBurst),
		What: "calls of the tools that tell facts, under one token", Effect: "an error of the tool, with the wait",
		Place: "ai/mcp/read/pace.go",
	}, {
		Name: game.LimitText, Value: command.Size(game.TextBytesMax), What: "the texts of a result",
		Effect: "the answer is cut, and news waits for the next result", Place: "ai/mcp/game/reading.go",
	}, {
		Name: game.LimitEvents, Value: command.Size(game.EventBytesMax), What: "the events in a result's structure",
		Effect: "news waits for the next result", Place: "ai/mcp/game/reading.go",
	}}
}

// openLimits are those of callers without a token.
func openLimits() []ops.Limit {
	add := func(why, value, what, effect string) ops.Limit {
		return ops.Limit{
			Name: "agent_open_" + why, Value: value, What: what, Effect: effect, Place: "ai/mcp/tablegame/limits.go",
			In: ops.InAgents, Why: "open_" + why,
		}
	}
	closed := add("closed", "the six calls of the table game", "calls without a token", "401")
	closed.Flag = "--open-table"
	return []ops.Limit{
		closed,
		add("rate", fmt.Sprintf(
			"%d a second, %d at once for an address; %d and %d for all",
			tablegame.RequestsPerSecond,
			tablegame.RequestsBurst,
			tablegame.AllPerSecond,
			tablegame.AllBurst,
		), "requests without a token", "429, with the wait"),
		add("running", fmt.Sprintf("%d for an address, %d for all", tablegame.RunningPerAddressMax, tablegame.RunningMax),
			"requests without a token in progress", "429"),
		add("streams", fmt.Sprintf("%d for an address, %d for all", tablegame.StreamsPerAddressMax, tablegame.StreamsMax),
			"streams of the table's events", "429"),
		add(
			"body",
			command.Size(tablegame.BodyBytesMax)+", sent within "+tablegame.BodyReadMax.String(),
			"a body without a token",
			"413",
		),
		add("slow", tablegame.WriteMax.String()+" for one write",
			"a stream's reader who takes nothing; who is only behind goes on with the newest state", disconnected),
	}
}

// bridgeLimits bound whoever has plain words read without a body in the world, with a token and without.
func bridgeLimits() []ops.Limit {
	add := func(why, value, what, effect string) ops.Limit {
		return ops.Limit{
			Name: "bridge_" + why, Value: value, What: what, Effect: effect, Place: "ai/proposer/limits.go",
			In: ops.InAgents, Why: "bridge_" + why,
		}
	}
	return []ops.Limit{
		add("rate", fmt.Sprintf("%d in any %s", proposer.RequestsMost, proposer.Window),
			"proposals asked for from one address, and for one character", "429, with the wait"),
		add("busy", fmt.Sprintf("%d for an address, %d for all", proposer.RunningOfOneMax, proposer.RunningMax),
			"proposals in progress", "503"),
		add("body", command.Size(proposer.BodyBytesMax)+", words of "+fmt.Sprint(proposer.InputCharsMax)+" characters",
			"what a proposal is asked for with", "413 or 400"),
		add("slow", proposer.BodyReadMax.String(), "time for such a body", "408"),
	}
}

// mindLimits bound how often a model is asked, and what agents of other worlds may have this server's minds do.
func mindLimits() []ops.Limit {
	add := func(name, value, what, effect, place, flag string) ops.Limit {
		return ops.Limit{Name: name, Value: value, What: what, Effect: effect, Place: place, Flag: flag}
	}
	const unasked = "decided without a model"
	return []ops.Limit{
		add(model.LimitPlayerCalls, standardOf[minds.BudgetFlags]("AIPlayerCalls")+" an hour",
			"calls of a model for one player", unasked, "cmd/mudlark/minds/budget.go", "--ai-player-calls"),
		add(model.LimitMindCalls, standardOf[minds.BudgetFlags]("AINPCCalls")+" an hour",
			"calls of a model by one of the people", unasked, "cmd/mudlark/minds/budget.go", "--ai-npc-calls"),
		add(proposer.LimitDay, standard("BridgeDay")+" a day (UTC)", "proposals without a body that a model reads",
			unasked, "cmd/mudlark/bridgeflags.go", "--bridge-day"),
		add(agentapi.LimitCalls, fmt.Sprintf("%d a second, %d at once", agentapi.CallsPerSecond, agentapi.CallsBurst),
			"calls about agents of other worlds, of one principal", "an error, to be tried again", "ai/agentapi/limit.go", ""),
		add(agentapi.LimitAsks, fmt.Sprintf("%d an hour, %d at once", agentapi.AsksPerHour, agentapi.AsksBurst),
			"calls of a model by such agents of one principal", unasked, "ai/agentapi/limit.go", ""),
	}
}

// heldLimits bound what is held of players who leave, and what they may take along.
func heldLimits() []ops.Limit {
	add := func(name, value, what, effect, place string) ops.Limit {
		return ops.Limit{Name: name, Value: value, What: what, Effect: effect, Place: place}
	}
	return []ops.Limit{
		add("deleted_kept", fmt.Sprintf("%d days", world.DeletedKept/(24*60*world.Minute)),
			"time for which a deleted character is kept, with its name", "erased", "world/deleting.go"),
		add("reports_kept", fmt.Sprintf("%d days", record.ReportsKept/(24*time.Hour)),
			"time for which closed reports are kept", "cleared away when the next one is closed",
			"cmd/mudlark/record/report.go"),
		add("export_links", fmt.Sprintf("%d, for %s", exportLinksMost, exportLife),
			"links to exports that wait to be used", refused, "cmd/mudlark/exportdoor.go"),
		add("export_records", fmt.Sprint(record.ExportRecordsMost), "records of one player in an export",
			"the oldest are left out, which it says", "cmd/mudlark/record/exporting.go"),
	}
}
