package smallport

import "github.com/mudlark-mud/mudlark/world"

// Boards hangs a small board for everybody on the quay, and one in the market that only staff writes on.
func Boards(p *world.Pack) {
	p.Hash += "-boards"
	for i := range p.Rooms {
		switch p.Rooms[i].ID {
		case Quay:
			p.Rooms[i].Board = &world.BoardSpec{Name: "the mast", Most: 3}
		case Market:
			p.Rooms[i].Board = &world.BoardSpec{Name: "the pillar", Write: world.UseStaff}
		case Arena:
			p.Rooms[i].Board = &world.BoardSpec{Name: "the gate", Read: world.UseStaff}
		default: // no board
		}
	}
}
