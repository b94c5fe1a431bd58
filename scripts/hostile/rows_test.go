package hostile_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// attack is one way to do harm.
type attack struct {
	name string
	play func(p *puppet)
	// ends is why the connection is over afterwards; "" says that it goes on.
	ends dialer.Reason
	// types says that the client's player types without end meanwhile.
	types bool
	// answers is how often at most the client sends the login that it remembers.
	answers int
}

// bite is what the terminal's player has a trigger send at "take the bait".
const bite = "bite the hook"

// attacks is the table.
func attacks() []attack {
	var out []attack
	for _, list := range [][]attack{
		sequences(), texts(), compressions(), messages(), negotiations(), behaviours(),
	} {
		out = append(out, list...)
	}
	return out
}

// says is an attack by text.
func says(name string, parts ...string) attack {
	return attack{name: name, play: func(p *puppet) { p.send(parts...) }}
}

// strings that a terminal would act upon, by name.
var terminalOrders = []struct{ name, order string }{ // immutable
	{"OSC 52 sets the clipboard", "\x1b]52;c;" + mark + "\x07"},
	{"OSC 52 asks for the clipboard", "\x1b]52;c;?\x1b\\"},
	{"title", "\x1b]0;" + mark + "\x07"},
	{"window title, ended by ST", "\x1b]2;" + mark + "\x1b\\"},
	{"link", "\x1b]8;;http://" + mark + ".example/\x1b\\click\x1b]8;;\x1b\\"},
	{"palette", "\x1b]4;1;" + mark + "\x07"},
	{"background asked for", "\x1b]11;?" + mark + "\x07"},
	{"file of iTerm", "\x1b]1337;File=inline=1:" + mark + "\x07"},
	{"notification", "\x1b]9;" + mark + "\x07\x1b]777;notify;" + mark + ";x\x07"},
	{"DCS", "\x1bP" + mark + "\x1b\\"},
	{"DECRQSS", "\x1bP$q" + mark + "\x1b\\"},
	{"sixel", "\x1bPq#0;2;0;0;0" + mark + "\x1b\\"},
	{"tmux lets through", "\x1bPtmux;\x1b\x1b]52;c;" + mark + "\x07\x1b\\"},
	{"APC", "\x1b_G" + mark + "\x1b\\"},
	{"PM", "\x1b^" + mark + "\x1b\\"},
	{"SOS", "\x1bX" + mark + "\x1b\\"},
	{"C1 CSI of 8 bits", "\x9b777;777H"},
	{"C1 CSI in UTF-8", "\u009b777;777H"},
	{"cursor", "\x1b[777;777H\x1b[777A\x1b[777B\x1b[777C\x1b[777D\x1b[777G\x1b[777d"},
	{"erasing", "\x1b[777J\x1b[777K\x1b[777X\x1b[777P\x1b[777@\x1b[777L\x1b[777M"},
	{"alternate screen", "\x1b[?1049h\x1b[?47h\x1b[?1047h"},
	{"alternate screen left", "\x1b[?1049l"},
	{"mouse on", "\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h"},
	{"focus told", "\x1b[?1004h"},
	{"bracketed paste off", "\x1b[?2004l"},
	{"bracketed paste on", "\x1b[?2004h"},
	{"a paste", "\x1b[200~rm -r *\n\x1b[201~"},
	{"DECSLPP", "\x1b[132t\x1b[8;777;777t"},
	{"title asked for", "\x1b[21t"},
	{"REP", "x\x1b[999999999b"},
	{"answerback", "\x05"},
	{"status asked for", "\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[?6n\x1b[>q\x1b[x"},
	{"region", "\x1b[5;6r\x1b[777S\x1b[777T"},
	{"insert mode", "\x1b[4h\x1b[20h"},
	{"keyboard locked", "\x1b[2h"},
	{"kitty keyboard", "\x1b[>31u\x1b[=31u\x1b[?u"},
	{"other keys", "\x1b[>4;2m\x1b[?4m"},
	{"reset", "\x1bc"},
	{"soft reset", "\x1b[!p"},
	{"all E", "\x1b#8"},
	{"line drawing", "\x1b(0lqk\x0e\x1b)0"},
	{"save and restore", "\x1b7\x1b8\x1b[s\x1b[u"},
	{"keypad", "\x1b=\x1b>"},
	{"a sequence within a sequence", "\x1b[3\x1b]0;" + mark + "\x07" + "1m"},
	{"colours with intermediates", "\x1b[1 m\x1b[1$m\x1b[<1m"},
	{"a colour of 10,000 parameters", "\x1b[" + strings.Repeat("1;", 10000) + "1m"},
	{"cancelled", "\x1b]0;\x18\x1b[1\x1am"},
}

// sequences are the orders whole and byte by byte.
func sequences() []attack {
	var out []attack
	all := ""
	for _, o := range terminalOrders {
		out = append(out, says(o.name, "before "+o.order+" after\r\n"))
		all += o.order
	}
	return append(out,
		attack{name: "all of them byte by byte", play: func(p *puppet) { p.slowly(all + "\r\n") }},
		says("8-bit OSC", "\x9d0;title\x9c\x900;string\x9c\r\n"),
		says("OSC without an end", "\x1b]0;"+strings.Repeat("x", 1<<20)+"\x07\r\n"),
		says("CSI without an end", "\x1b["+strings.Repeat("1;", 1<<19)+"m\r\n"),
		says("a flood of colours", strings.Repeat("\x1b[31m\x1b[1;4;7m", 100_000)+"\r\n"),
		says("text in all colours", strings.Repeat("\x1b[38;2;1;2;3mx\x1b[48;5;9my", 20_000)+"\r\n"),
	)
}

// texts are attacks by what is no sequence.
func texts() []attack {
	return []attack{
		says("a line without an end", strings.Repeat("endless ", 1<<20)),
		{name: "a partial line now and then", play: func(p *puppet) {
			for range 20 {
				p.send("more and ")
				<-time.After(10 * time.Millisecond)
			}
		}},
		says("a storm of prompts", strings.Repeat("> "+ga, 20_000)+strings.Repeat("> "+eor, 20_000)),
		says("a storm of empty lines", strings.Repeat("\r\n", 200_000)),
		says("a storm of lines", strings.Repeat("A wall of text.\r\n", 50_000)),
		says("NUL", strings.Repeat("\x00", 1<<20)),
		says("every byte", every()+"\r\n"),
		says("bad UTF-8", strings.Repeat("\xc3\x28\xed\xa0\x80\xf8\x88\x80\x80\xfe\xc0\xaf", 10_000)+"\r\n"),
		says("directions", "\u202egnp.exe\u202c \u2066x\u2069 \u200e\u200f\u061c\r\n"),
		says("nothing to see", strings.Repeat("\u200b\u200c\u200d\u2060\ufeff\u00ad", 20_000)+"\r\n"),
		says("tags", strings.Repeat("\U000E0041\U000E007F", 10_000)+"\r\n"),
		says("marks upon marks", "e"+strings.Repeat("\u0301\u0489", 50_000)+"\r\n"),
		says("families", strings.Repeat("👨\u200d👩\u200d👧\u200d", 10_000)+"\r\n"),
		says("wide lines", strings.Repeat("漢", 100_000)+"\r\n"),
		says("tabulators", strings.Repeat("\t", 100_000)+"\r\n"),
		says("overwriting", "real\rfake\b\b\b\bmore\x7f\x7f\r\n"),
		says("bells", strings.Repeat("\a", 100_000)+"\r\n"),
		says("line ends of Unicode", "a\u2028b\u2029c\u0085d\x0b\x0c\r\n"),
		says("what another client would run", "#system {touch "+mark+"}\r\n/sh touch x\r\n`touch x`$(touch x)\r\n"),
	}
}

// every is every byte but those of telnet and the line end.
func every() string {
	var b strings.Builder
	for i := range 255 {
		if i != '\n' && i != 0x90 && i != 0x98 && i < 0x9b || i > 0x9f {
			b.WriteByte(byte(i))
		}
	}
	return b.String()
}

// compressions are attacks by MCCP2.
func compressions() []attack {
	zip := func(name, stream string, ends dialer.Reason) attack {
		return attack{name: name, play: func(p *puppet) { p.compress(stream) }, ends: ends}
	}
	text := "Compressed.\r\n"
	whole := packed(text)
	return []attack{
		zip("a bomb of zeros", packed(strings.Repeat("\x00", 16<<20)), dialer.ReasonCompression),
		zip("a bomb of text", packed(strings.Repeat("boom ", 2<<20)), dialer.ReasonCompression),
		zip("garbage for compressed text", "You see a lamp.\r\n", dialer.ReasonCompression),
		zip("compressed text with a wrong sum", whole[:len(whole)-1]+"?", dialer.ReasonCompression),
		zip("a block of no kind", "\x78\x9c\x07\x00\x00", dialer.ReasonCompression),
		zip("a dictionary of the server's", "\x78\xbb\x00\x00\x00\x00", dialer.ReasonCompression),
		zip("the end of compression, and text", whole+"Plain.\r\n", ""),
		zip("compression within compression", packed(sub(mccp2, "")+whole+"\r\n"), ""),
		zip("an order in compressed text", packed("\x1b]52;c;"+mark+"\x07\r\n"), ""),
		zip("on and off", strings.Repeat(whole+sub(mccp2, ""), 200)+whole, ""),
		{name: "compressed text cut short", play: func(p *puppet) {
			p.compress(whole[:len(whole)-6])
			_ = p.nc.Close()
		}, ends: dialer.ReasonGone},
		{name: "compression never agreed to", play: func(p *puppet) { p.send(sub(mccp2, "") + "Plain.\r\n") }},
	}
}

// packages are those of GMCP that a screen looks into.
var packages = []string{ // immutable
	"Core.Ping", "Core.Goodbye", "Char.Vitals", "Char.Status", "Char.StatusVars", "Char.Stats", "Char.MaxStats",
	"Char.Items.List", "Char.Items.Add", "Char.Items.Update", "Char.Items.Remove", "Char.Skills.Groups",
	"Char.Afflictions.List", "Char.Afflictions.Add", "Char.Afflictions.Remove", "Char.Defences.List",
	"Char.Defences.Add", "Char.Defences.Remove", "Char.Login.Result", "Room.Info", "Room.Players", "Room.AddPlayer",
	"Room.RemovePlayer", "Room.WrongDir", "Comm.Channel.List", "Comm.Channel.Text", "Comm.Channel.Players",
	"Comm.Channel.Start", "Comm.Channel.End", "Client.Media.Play", "Client.Media.Load", "Client.Map", "Client.GUI",
	"Mudlark.Page", "Mudlark.Completed", "Mudlark.Verbs", "Mudlark.Chart", "Mudlark.View", "Mudlark.Seq",
	"Mudlark.Missed", "External.Discord.Status", "Group", "Redirect.Window", "IRE.Rift.List",
}

// wrongs are values that no package means.
var wrongs = []string{ // immutable
	`null`, `true`, `-1`, `1e308`, `1e999999`, `-0`, `"` + mark + `"`, `[]`, `{}`, `[[[]]]`, `[null,{"a":[]}]`, ``, `{`,
	`{"hp":{"x":1},"maxhp":[],"name":7,"num":"x","exits":[1],"coords":{},"players":"x","text":null,"items":{},"list":9}`,
	`{"hp":1e999999,"maxhp":-1e999999,"level":9223372036854775807,"num":-9223372036854775808,"seq":1e400}`,
	`{"hp":"100","hp":"200","HP":300,"num":1,"num":2,"name":"a","name":"b"}`,
	`[{"name":null},{"name":{"name":[]}},7,"x",null,{"id":-1,"attrib":[{}]}]`,
	`{"lines":[[["a","nonsense"],["b"]],[[]],"x",[[1,2,3]]],"page":7,"topic":{},"candidates":[1,null]}`,
	`{"rooms":[{"id":null,"x":1e30,"y":-1e30,"z":1e400,"exits":[{"dir":7,"to":{}}]}],"here":[],"plane":{}}`,
	`{"quests":[null,{"done":-5,"of":-9}],"effects":[{"until":"never"}],"time":[],"tide":{}}`,
}

// orderText is a string of JSON with what a terminal would act upon.
const orderText = `\u001b]52;c;` + mark + `\u0007\u001b[777;777H\u009b777;777H\u202e\u0000\r\n\b\u001b[31mred`

// messages are attacks by GMCP and MSSP.
func messages() []attack {
	tell := func(name string, messages ...string) attack {
		return attack{name: name, play: func(p *puppet) { p.tells(messages...) }}
	}
	var confused, ordered []string
	for _, pkg := range packages {
		for _, w := range wrongs {
			confused = append(confused, pkg+" "+w)
		}
		o := orderText
		ordered = append(ordered, pkg+` {"name":"`+o+`","text":"`+o+`","talker":"`+o+`","channel":"`+o+`","area":"`+o+
			`","charname":"`+o+`","page":"help","topic":"`+o+`","title":"`+o+`","`+o+`":"`+o+`","items":[{"name":"`+o+
			`","id":"1"}],"exits":{"`+o+`":2},"num":1,"time":"`+o+`","lines":[[["`+o+`","room"]]]}`)
	}
	rooms := make([]string, 0, 2000)
	for i := range 2000 {
		rooms = append(rooms, fmt.Sprintf(`Room.Info {"num":%d,"name":"Room %d","area":"x","exits":{"n":%d,"s":%d},`+
			`"coord":{"id":%d,"x":%d,"y":-%d,"cont":0}}`, i, i, i+1, i-1, i, i*1_000_000_007, i))
	}
	exits := `Room.Info {"num":1,"exits":{` + strings.TrimSuffix(strings.Repeat(`"north":2,`, 20000), ",") + `}}`
	many := strings.Builder{}
	for i := range 15000 {
		_, _ = fmt.Fprintf(&many, `"d%d":%d,`, i, i)
	}
	return []attack{
		tell("escapes in every package", ordered...),
		tell("wrong types in every package", confused...),
		tell("deep arrays", "Char.Vitals "+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)),
		tell("deep objects", "Char.Vitals "+strings.Repeat(`{"a":`, 30_000)+"1"+strings.Repeat("}", 30_000)),
		tell("a huge message", `Char.Vitals {"hp":"`+strings.Repeat("9", 512<<10)+`"}`),
		tell("a huge number", `Char.Vitals {"hp":`+strings.Repeat("9", 100<<10)+`}`),
		{name: "URLs", play: func(p *puppet) {
			u := p.url()
			p.tells(`Client.Media.Default {"url":"`+u+`"}`, `Client.Media.Load {"name":"x.mp3","url":"`+u+`"}`,
				`Client.Media.Play {"name":"`+u+`.mp3","type":"sound"}`, `Client.GUI {"version":"9","url":"`+u+`.mpackage"}`,
				`Client.Map {"url":"`+u+`"}`, `Room.Info {"num":1,"name":"`+u+`","exits":{},"image":"`+u+`"}`)
			p.send("See " + u + "\r\n")
		}},
		tell("a map of absurd coordinates", rooms...),
		tell("one exit 20,000 times", exits),
		tell("15,000 exits", `Room.Info {"num":1,"name":"Hall","exits":{`+strings.TrimSuffix(many.String(), ",")+`}}`),
		tell("a room that moves", `Room.Info {"num":1,"exits":{"n":1,"e":1}}`, `Room.Info {"num":1,"exits":{"s":1}}`),
		tell("no package", "", " ", "{}", " {}", strings.Repeat("x", 10_000), "\xff\xff \x80", "A..B {}", "\x1b[777H {}"),
		tell("invalid UTF-8 in JSON", "Comm.Channel.Text {\"text\":\"\xc3\x28\xff\",\"channel\":\"\xed\xa0\x80\"}"),
		{name: "the login asked for again and again", play: func(p *puppet) {
			p.tells(repeat(`Char.Login.Default {"type":["password-credentials"]}`, 50)...)
		}, answers: 1},
		{name: "the login asked for by a thousand", play: func(p *puppet) {
			p.tells(repeat(`Char.Login.Default {"type":["password-credentials"]}`, 1000)...)
		}, answers: 1, ends: dialer.ReasonNegotiation},
		tell("a login refused in orders", `Char.Login.Result {"success":false,"message":"`+orderText+`"}`),
		{name: "a flood of MSSP", play: func(p *puppet) {
			if p.offer(mssp) {
				p.send(repeat(sub(mssp, strings.Repeat("\x01NAME\x02x"+mark+"\x1b]0;x\x07", 2000)), 20)...)
			}
		}},
		{name: "a subnegotiation without an end", play: func(p *puppet) {
			if p.offer(gmcp) {
				p.send(sb+gmcp, strings.Repeat("x", 8<<20))
			}
		}, ends: dialer.ReasonSubnegotiation},
		says("subnegotiations of nothing agreed", sub(gmcp, `Char.Vitals {}`)+sub(ttype, "\x01")+sub(environ, "\x01")),
		says("broken subnegotiations", sb+se+sb+gmcp+iac+"x"+se+sb+gmcp+iac+sb+se+iac+se+sb+"\r\n"+se+"\r\n"),
	}
}

func repeat(s string, times int) []string {
	out := make([]string, times)
	for i := range out {
		out[i] = s
	}
	return out
}

// negotiations are attacks by options.
func negotiations() []attack {
	return []attack{
		{name: "options on and off", play: func(p *puppet) {
			p.send(strings.Repeat(will+gmcp+wont+gmcp+do+ttype+dont+ttype+will+echo+wont+echo, 20_000))
		}, ends: dialer.ReasonNegotiation},
		{name: "every option once", play: func(p *puppet) {
			for i := range 128 {
				p.send(will+string([]byte{byte(i)}), do+string([]byte{byte(i)}))
			}
			p.send("\r\n")
		}},
		{name: "the terminal asked for 10,000 times", play: func(p *puppet) {
			if p.ask(ttype) {
				p.send(strings.Repeat(sub(ttype, "\x01"), 10_000))
			}
		}, ends: dialer.ReasonNegotiation},
		{name: "the environment asked for", play: func(p *puppet) {
			if p.ask(environ) {
				p.send(sub(environ, "\x01"), sub(environ, "\x01\x00USER\x00HOME\x00PATH\x03SSH_AUTH_SOCK\x00IPADDRESS"),
					sub(environ, "\x01\x00"+strings.Repeat("A", 100_000)), sub(environ, "\x00\x00USER\x01x"))
			}
		}},
		{name: "charsets without separators", play: func(p *puppet) {
			if p.ask(charset) {
				p.send(sub(charset, "\x01"), sub(charset, "\x01UTF-8"), sub(charset, "\x01;"),
					sub(charset, "\x01[TTABLE]\x01;UTF-8"), sub(charset, "\x01"+strings.Repeat(";", 100_000)),
					sub(charset, "\x04\x01"), sub(charset, "\x02NOT-ASKED"))
			}
		}},
		{name: "echo on and off", play: func(p *puppet) {
			p.send(strings.Repeat(will+echo+wont+echo, 100))
		}},
		{name: "timing marks", play: func(p *puppet) { p.send(strings.Repeat(do+"\x06", 10_000)) },
			ends: dialer.ReasonNegotiation},
		says("commands of no kind", iac+"\xec"+iac+"\xed"+iac+"\xee"+iac+"\xf1"+iac+"\xf2"+iac+"\xf3"+iac+"\xf4"+iac+
			"\xf5"+iac+"\xf6"+iac+"\xf7"+iac+"\xf8"+iac+"\x00"+"\r\n"),
	}
}

// behaviours are attacks by when something is sent, or not.
func behaviours() []attack {
	cut := func(name, last string) attack {
		return attack{name: "hung up " + name, play: func(p *puppet) {
			p.send(last)
			_ = p.nc.Close()
		}, ends: dialer.ReasonGone}
	}
	return []attack{
		cut("at once", ""), cut("within a command", "text"+iac), cut("within an option", iac+"\xfb"),
		cut("within a subnegotiation", sb+gmcp+"Char.Vi"), cut("within a character", "text \xe6\xbc"),
		cut("within a sequence", "text \x1b[3"), cut("within a title", "text \x1b]0;"+mark), cut("within a line", "half a"),
		{name: "a byte at a time", play: func(p *puppet) {
			for _, b := range []byte(will + gmcp + "A lamp \x1b[31mburns\x1b[0m.\r\n" + sub(gmcp, "Core.Ping")) {
				p.send(string([]byte{b}))
				<-time.After(2 * time.Millisecond)
			}
		}},
		{name: "deaf to many answers", play: func(p *puppet) {
			p.mu.Lock()
			p.deaf = true
			p.mu.Unlock()
			p.send(strings.Repeat(do+"\x06", 200) + "\r\n")
			p.mu.Lock()
			p.deaf = false
			p.changed.Broadcast()
			p.mu.Unlock()
		}},
		{name: "never reads", play: func(p *puppet) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.deaf = true
		}, types: true, ends: dialer.ReasonDeaf},
		{name: "bait for a trigger", play: func(p *puppet) {
			p.send(strings.Repeat("take the bait\r\n", 500))
			for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
				p.send(strings.Repeat("take the bait\r\n", 1+strings.Count(p.heard(), bite)))
			}
		}},
	}
}
