package npc

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// What a mind could do in a fight by turns, and beside one: whom to strike at, where to go, when to run, and whose side
// to take.
//
// A fight is played by intention. Of all cells that somebody could go to a mind weighs four: the one next to a foe, the
// one in the best cover, the one farthest away, and the one where it stands. What each is worth depends on how hurt it
// is, on its traits, and on how it feels about those against it. A move is a choice of what is offered, like all that a
// mind does, and names why; no model is asked in the middle of a turn, whose clock waits for nobody. All of it are pure
// functions of their arguments.

// What moves are worth, in thousandths. On one's turn nothing else counts, so they are told apart among themselves.
const (
	worthEnd    = 900
	worthCover  = 940
	worthNear   = 960
	worthStrike = 980
	worthFlee   = 1000
	worthRoll   = 500
	worthAvoid  = 520
	worthJoin   = 930
)

// Temperament is what a mind is like as far as a fight goes.
type Temperament struct {
	Cowardly, Brave, Careful, Hot, Guards bool
	Feels                                 func(id string) int // about somebody, -10 to 10
}

// FightMove is something that could be done.
type FightMove struct {
	Choice *mind.Choice
	Score  int
	Why    string
	About  string // id of whom it is about
	Says   string // on which occasion something is said once it is done
	Ends   bool   // one's turn is over then
}

// inFight reports whether a body takes part in a fight by turns.
func inFight(l *mind.Look) bool {
	return l.Fight != nil && l.Fight.You != "" && string(l.Fight.You) == l.You.ID
}

// onTurn reports whether it is the turn of a body that takes part.
func onTurn(l *mind.Look) bool {
	return inFight(l) && l.Fight.Summary.Combat.Mode == world.ModeCombat &&
		string(l.Fight.Summary.Combat.ActiveEntityID) == l.You.ID
}

// TemperamentOf returns the temper of somebody with traits, who may be on guard, and how they feel.
func TemperamentOf(has func(...string) bool, guards bool, feels func(id string) int) Temperament {
	return Temperament{
		Cowardly: has("cowardly", "anxious"), Brave: has("brave", "stubborn"), Hot: has("hot-tempered", "proud"),
		Careful: has("careful", "patient", "suspicious"), Guards: guards, Feels: feels,
	}
}

// FightingAgainst names somebody who stands against a body in a fight by turns; "" when nobody does, or it takes no
// part.
func FightingAgainst(l *mind.Look) string {
	if s := stand(l, Temperament{}); s != nil && len(s.foes) > 0 {
		return s.foes[0].Name
	}
	return ""
}

// looksMost is how often somebody looks up in one turn; who finds nothing to do by then ends it.
const looksMost = 6

// FightTurn is how far somebody's turn has come.
type FightTurn struct {
	GoesOn bool // the best of the moves does not end it

	round, looks int
}

// Moves lists what could be done on one's turn, the best first; nothing when that is not now.
func (n *FightTurn) Moves(l *mind.Look, t Temperament) []FightMove {
	if n.GoesOn = false; !onTurn(l) {
		n.round, n.looks = 0, 0
		return nil
	}
	if now := l.Fight.Summary.Combat.Round; now != n.round {
		n.round, n.looks = now, 0
	}
	s := stand(l, t)
	if s == nil {
		return nil
	}
	n.looks++
	moves := s.turn()
	if n.looks > looksMost {
		moves = slices.DeleteFunc(moves, func(m FightMove) bool { return !m.Ends })
	}
	slices.SortStableFunc(moves, func(a, b FightMove) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.About, b.About))
	})
	n.GoesOn = len(moves) > 0 && !moves[0].Ends
	return moves
}

// BeforeFight lists what could be done before it comes to blows: who cannot wait begins, and who has no stomach for it
// goes.
func BeforeFight(l *mind.Look, t Temperament) []FightMove {
	s := stand(l, t)
	if s == nil || l.Fight.Summary.Combat.Mode != world.ModeExploration {
		return nil
	}
	return s.before()
}

// standing is how a fight stands for one of those in it.
type standing struct {
	Temperament

	look *mind.Look
	me   *proposal.Entity
	foes []*proposal.Entity
}

func stand(l *mind.Look, t Temperament) *standing {
	if !inFight(l) {
		return nil
	}
	s := &standing{Temperament: t, look: l}
	all := l.Fight.Summary.Entities
	if !isSound(l.Fight) {
		return nil
	}
	for i := range all {
		if all[i].ID == l.Fight.You {
			s.me = &all[i]
		}
	}
	if s.me == nil {
		return nil
	}
	for i := range all {
		if all[i].Side != s.me.Side {
			s.foes = append(s.foes, &all[i])
		}
	}
	return s
}

// isSound reports whether a fight is one that could be: it may have been told by a server elsewhere.
func isSound(v *proposal.View) bool {
	grid := v.Summary.Map.Grid
	ground := world.Ground{Width: grid.Width, Height: grid.Height}
	off := func(x, y int) bool { return !ground.Contains(world.Cell{X: x, Y: y}) }
	return grid.Width >= 1 && grid.Width <= world.GroundWidthMost &&
		grid.Height >= 1 && grid.Height <= world.GroundHeightMost &&
		len(v.Summary.Entities) <= world.FightersMost &&
		!slices.ContainsFunc(
			v.Summary.Entities,
			func(e proposal.Entity) bool { return off(e.Position.X, e.Position.Y) },
		) &&
		!slices.ContainsFunc(v.Summary.Map.Terrain, func(t proposal.Terrain) bool { return off(t.X, t.Y) }) &&
		(len(v.Reach) == 0 || len(v.Reach) == grid.Width*grid.Height)
}

func (s *standing) before() []FightMove {
	var out []FightMove
	if s.Hot {
		out = s.add(out, "roll", nil, FightMove{Score: worthRoll, Why: "it will not wait"})
	}
	if s.Cowardly && !s.Brave && s.strength(s.foes) > 2*s.me.HP {
		out = s.add(out, "flee", nil, FightMove{Score: worthAvoid, Why: "it would rather not", Ends: true})
	}
	return out
}

// turn lists what could be done on its turn.
func (s *standing) turn() []FightMove {
	var out []FightMove
	hasStruck := s.look.Fight.Summary.Combat.ActiveHasActed
	if s.isHurt() {
		out = s.add(out, "flee", nil, FightMove{Score: worthFlee, Why: "it is badly hurt", Says: "hurt", Ends: true})
	}
	struck := false
	if !hasStruck {
		for _, name := range s.candidates("attack", "target") {
			foe := s.named(name)
			if foe == nil {
				continue
			}
			m := FightMove{
				Score: worthStrike + s.grudge(foe),
				Why:   "within reach",
				About: string(foe.ID),
				Says:  "taunt",
			}
			out = s.add(out, "attack", map[string]string{"target": name}, m)
			struck = true
		}
	}
	if at, ok := s.nearer(); ok && !hasStruck && !struck {
		out = s.march(out, at, FightMove{Score: worthNear, Why: "to the nearest foe"})
	}
	if at, ok := s.cover(); ok && hasStruck && (s.Careful || s.Cowardly) {
		out = s.march(out, at, FightMove{Score: worthCover, Why: "into cover"})
	}
	if at, ok := s.away(); ok && s.isHurt() {
		out = s.march(out, at, FightMove{Score: worthStrike - 1, Why: "away from them"})
	}
	return s.add(out, "end", nil, FightMove{Score: worthEnd, Why: "nothing more to do", Ends: true})
}

// isHurt reports whether somebody like this runs now. Who is brave never does.
func (s *standing) isHurt() bool {
	const weak, cowed, of = 3, 5, 10
	part := weak
	if s.Cowardly {
		part = cowed
	}
	return !s.Brave && s.me.HPMax > 0 && s.me.HP*of < s.me.HPMax*part
}

// grudge is how much rather than others somebody is struck at: who is disliked, and who is nearly down.
func (s *standing) grudge(foe *proposal.Entity) int {
	const most = 10
	by := -s.Feels(string(foe.ID)) / 2
	if foe.HPMax > 0 && foe.HP*2 < foe.HPMax {
		by += 2
	}
	return min(max(by, -most), most)
}

func (s *standing) strength(of []*proposal.Entity) int {
	n := 0
	for _, e := range of {
		n += e.HP
	}
	return n
}

// named finds the nearest foe who is called so.
func (s *standing) named(name string) *proposal.Entity {
	var best *proposal.Entity
	for _, foe := range s.foes {
		if !strings.EqualFold(foe.Name, name) {
			continue
		}
		if best == nil || s.me.Position.Steps(foe.Position) < s.me.Position.Steps(best.Position) {
			best = foe
		}
	}
	return best
}

// skirmish is the fight as rules of tactics see it: where everybody stands, and how far one may still go.
func (s *standing) skirmish() *world.Skirmish {
	view := s.look.Fight
	k := &world.Skirmish{
		Mode: view.Summary.Combat.Mode, Active: view.You,
		Ground: world.Ground{Width: view.Summary.Map.Grid.Width, Height: view.Summary.Map.Grid.Height},
	}
	for _, c := range view.Summary.Map.Terrain {
		k.Ground.Features = append(k.Ground.Features, world.Feature{
			X: c.X, Y: c.Y, Name: c.Name, Blocks: c.Blocked, Cover: c.Cover,
		})
	}
	for _, e := range view.Summary.Entities {
		f := world.Fighter{ID: e.ID, Name: e.Name, Side: e.Side, At: e.Position, HP: e.HP, Speed: e.Speed, Reach: 1}
		if e.ID == view.You {
			f.Speed = view.Summary.Combat.MovementLeft
		}
		k.Fighters = append(k.Fighters, f)
	}
	return k
}

// nearer is the cell from which a foe could be struck at soonest.
func (s *standing) nearer() (world.Cell, bool) {
	act := s.skirmish().Tactic(s.me.ID)
	if act.Kind != world.ActMove || len(act.Path) == 0 {
		return world.Cell{}, false
	}
	return act.Path[len(act.Path)-1], true
}

// cover is the cell with the most cover that can be gone to, if it is more than here; of equal ones the nearest.
func (s *standing) cover() (world.Cell, bool) {
	ground := s.skirmish().Ground
	best, at, steps := ground.Cover(s.me.Position), world.Cell{}, 0
	s.reach(func(c world.Cell, n int) {
		if is := ground.Cover(c); is > best || is == best && steps > 0 && n < steps {
			best, at, steps = is, c, n
		}
	})
	return at, steps > 0
}

// away is the cell that is farthest from the nearest foe, if it is farther than here; of equal ones the first.
func (s *standing) away() (world.Cell, bool) {
	far := func(c world.Cell) int {
		least := len(s.look.Fight.Reach)
		for _, foe := range s.foes {
			least = min(least, c.Steps(foe.Position))
		}
		return least
	}
	best, at, isFound := far(s.me.Position), world.Cell{}, false
	s.reach(func(c world.Cell, _ int) {
		if n := far(c); n > best {
			best, at, isFound = n, c, true
		}
	})
	return at, isFound
}

// reach visits the cells that can be gone to now, with how many steps each is away, row by row.
func (s *standing) reach(visit func(world.Cell, int)) {
	width := s.look.Fight.Summary.Map.Grid.Width
	for i, n := range s.look.Fight.Reach {
		if n > 0 && width > 0 {
			visit(world.Cell{X: i % width, Y: i / width}, n)
		}
	}
}

// march adds going to a cell, if it is offered at all.
func (s *standing) march(out []FightMove, to world.Cell, m FightMove) []FightMove {
	cell := strconv.Itoa(to.X) + "," + strconv.Itoa(to.Y)
	return s.add(out, "march", map[string]string{"to": cell}, m)
}

// add adds a move, if its verb is offered.
func (s *standing) add(out []FightMove, verb string, params map[string]string, m FightMove) []FightMove {
	return add(s.look, out, verb, params, m)
}

func add(l *mind.Look, out []FightMove, verb string, params map[string]string, m FightMove) []FightMove {
	if !slices.ContainsFunc(l.Actions, func(a mind.Action) bool { return a.Name == verb }) {
		return out
	}
	if params == nil {
		params = map[string]string{}
	}
	m.Choice = &mind.Choice{Action: verb, Params: params}
	return append(out, m)
}

func (s *standing) candidates(verb, param string) []string { return candidates(s.look, verb, param) }

func candidates(l *mind.Look, verb, param string) []string {
	for _, a := range l.Actions {
		for _, p := range a.Params {
			if a.Name == verb && p.Name == param {
				return p.Candidates
			}
		}
	}
	return nil
}

// SideMoves lists whose side could be taken in a fight beside which a body stands. Who is offered has passed the law;
// whom of them it helps is a matter of the heart, or of duty. Who is a coward stays out of it.
func SideMoves(l *mind.Look, t Temperament) []FightMove {
	if l.Fight == nil || inFight(l) || t.Cowardly && !t.Brave || l.Fight.Summary.Combat.Mode == world.ModeOver {
		return nil
	}
	var out []FightMove
	for _, name := range candidates(l, "join", "person") {
		i := slices.IndexFunc(
			l.Fight.Summary.Entities,
			func(e proposal.Entity) bool { return strings.EqualFold(e.Name, name) },
		)
		if i < 0 {
			continue
		}
		with := l.Fight.Summary.Entities[i]
		worst := 0
		for _, e := range l.Fight.Summary.Entities {
			if e.Side != with.Side {
				worst = min(worst, t.Feels(string(e.ID)))
			}
		}
		likes := t.Feels(string(with.ID))
		m := FightMove{Score: worthJoin + likes - worst, About: string(with.ID)}
		switch {
		case likes < worst:
			continue
		case likes >= friendFrom:
			m.Why = "for a friend"
		case worst <= -friendFrom:
			m.Why = "against somebody it cannot stand"
		case t.Guards:
			m.Why = "it is on guard"
		default:
			continue
		}
		out = add(l, out, "join", map[string]string{"person": name}, m)
	}
	return out
}

// friendFrom is from how much on somebody is liked enough to be helped; or disliked enough to be fought.
const friendFrom = 3
