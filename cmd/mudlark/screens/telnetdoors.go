package screens

import (
	"net/netip"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// The doors that speak telnet.
const (
	DoorTelnet    = "telnet"
	DoorTelnets   = "telnets"
	DoorWebSocket = "websocket"
)

// TelnetOptions are what all doors that speak telnet have in common.
type TelnetOptions struct {
	Connections int // at a time, of each door
	Pace        telnet.Pace
	Proxies     []netip.Prefix // who say for whom they connect
	Media       gmcp.Media
	SecureWeb   bool // pages come in over TLS
	About       func() []telnet.Variable
}

// TelnetDoors makes doors that speak telnet and differ in what it comes through.
func TelnetDoors(d *server.Daemon, hub *session.Hub, o TelnetOptions) func(name string) *TelnetDoor {
	past := newMissedReader(d.Book)
	return func(name string) *TelnetDoor {
		door := &TelnetDoor{name: name, Hub: hub, log: d.Log, workers: d.Workers, meter: d.Meter, lobby: newLobby()}
		door.about = o.About
		door.sealed = name == DoorTelnets || name == DoorWebSocket && o.SecureWeb
		door.gate = d.Keeper.Gate(name, o.Connections, d.Keeper.Pace)
		door.media, door.lately = o.Media, past
		door.pace = o.Pace
		if name != DoorWebSocket { // there a proxy says it in the request
			door.proxies = o.Proxies
		}
		return door
	}
}
