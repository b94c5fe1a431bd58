package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/history"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// ExportRecordsMost is how many records of one player an export has, the newest.
const ExportRecordsMost = 100_000

// exportFormat is raised when a field of [PlayerExport] means something else.
const exportFormat = 1

// PlayerExport is all that a server holds about one player, for that player. PRIVACY.md says what is left out.
type PlayerExport struct {
	Format     int                     `json:"mudlark_player_export"`
	Made       time.Time               `json:"made"`
	Account    *exportedAccount        `json:"account,omitempty"` // none where it is deleted
	Characters []exportedCharacter     `json:"characters"`
	Record     exportedRecord          `json:"record"`
	Reports    []exportedReport        `json:"reports"`
	Memories   map[string][]memory.Row `json:"memories"` // of the world's people, by their ids
	LeftOut    []string                `json:"left_out"`
}

type exportedAccount struct {
	ID       world.AccountID `json:"id"`
	Name     string          `json:"name"`
	Made     time.Time       `json:"made"`
	Changed  time.Time       `json:"password_changed"`
	Keys     []exportedKey   `json:"keys"`
	Tokens   []exportedToken `json:"tokens"`
	Settings json.RawMessage `json:"settings,omitempty"`
}

type exportedKey struct {
	Fingerprint string    `json:"fingerprint"`
	Type        string    `json:"type"`
	Label       string    `json:"label,omitempty"`
	Added       time.Time `json:"added"`
	Used        time.Time `json:"used,omitzero"`
}

type exportedToken struct {
	Grant     world.GrantID `json:"grant"`
	Character world.ActorID `json:"character"`
	Label     string        `json:"label"`
	Used      time.Time     `json:"used,omitzero"`
	Expires   time.Time     `json:"expires,omitzero"`
}

// exportedCharacter is a character as the state has it, but for the notes of wizards.
type exportedCharacter struct {
	State     world.Actor       `json:"state"`
	Made      string            `json:"made"` // by the wall clock, as Seen
	Seen      string            `json:"seen"`
	Things    []*world.Item     `json:"things"`
	Agents    []*world.Grant    `json:"agents"`
	Sanctions []*world.Sanction `json:"sanctions"`
	Promises  []*world.Pledge   `json:"promises"` // made to it
}

// exportedRecord is what the record has of the characters, the newest last.
type exportedRecord struct {
	First uint64         `json:"first"` // of the whole record, as far as it reaches back
	Last  uint64         `json:"last"`
	Cut   bool           `json:"cut,omitempty"` // there is more, older than the first line
	Lines []exportedLine `json:"lines"`
}

// exportedReport is a report that the player made, without what was kept with it of others.
type exportedReport struct {
	Seq    uint64    `json:"seq"`
	Wall   time.Time `json:"wall"`
	Text   string    `json:"text"`
	Answer string    `json:"answer,omitempty"` // of who closed it
}

// exportedLine is one record that concerns the characters.
type exportedLine struct {
	Seq  uint64        `json:"seq"`
	Wall time.Time     `json:"wall"`
	By   world.ActorID `json:"by,omitempty"`
	Via  world.ViaKind `json:"via,omitempty"`
	Deed string        `json:"deed,omitempty"` // of the characters' own: its kind, and all that was said by it
	Did  world.Action  `json:"did,omitempty"`
	Told []string      `json:"told"` // what happened, in the third person
}

// ofState takes out of a state what it has of an account's characters. Nothing in it is the state's own.
func ofState(s *world.State, ids []world.ActorID, now world.Time) ([]byte, error) {
	out := []exportedCharacter{}
	for _, id := range ids {
		a := s.Actors[id]
		if a == nil {
			continue
		}
		c := exportedCharacter{
			State: *a, Made: world.WallDate(s.WallClock(a.Born)), Seen: world.WallDate(s.WallClock(a.Seen)),
			Agents: s.GrantsOf(id), Promises: s.PromisesTo(id),
		}
		c.State.Notes = nil
		c.Things = things(s, nil, s.Index.Held[id])
		for _, kind := range []world.SanctionKind{world.SanctionMute, world.SanctionFreeze, world.SanctionBan} {
			if x := s.SanctionOn(kind, a, now); x != nil {
				c.Sanctions = append(c.Sanctions, x)
			}
		}
		out = append(out, c)
	}
	return json.Marshal(out)
}

func things(s *world.State, out []*world.Item, ids []world.ItemID) []*world.Item {
	for _, id := range ids {
		out = things(s, append(out, s.Items[id]), s.Index.Inside[id])
	}
	return out
}

// playerCalled finds an account and its characters by the name of either. The account is "" where it is deleted.
func playerCalled(s *world.State, reg *account.Registrar, name string) (string, []world.ActorID, error) {
	if who := s.PlayerNamed(name); who != nil && who.Account != "" {
		of, _, err := reg.NameOf(who.Account)
		return of, slices.Clone(s.Characters(who.Account)), err
	}
	acct, found, err := reg.Find(name)
	if err == nil && !found {
		err = server.Refuse(world.CodeUnknown, "There is no account and no character with an account of that name.")
	}
	return acct.Name, slices.Clone(s.Characters(acct.ID)), err
}

// fillAccount adds what proves who somebody is, without the secrets.
func (x *PlayerExport) fillAccount(reg *account.Registrar, name string) error {
	acct, found, err := reg.Find(name)
	if err != nil || !found {
		return err
	}
	out := &exportedAccount{
		ID: acct.ID, Name: acct.Name, Made: acct.Created, Changed: acct.Changed,
		Keys: []exportedKey{}, Tokens: []exportedToken{},
	}
	keys, err := reg.Keys(acct.ID)
	if err != nil {
		return err
	}
	tokens, err := reg.Tokens(acct.ID)
	if err != nil {
		return err
	}
	settings, err := reg.Settings(acct.ID)
	if err != nil {
		return err
	}
	for _, k := range keys {
		out.Keys = append(out.Keys, exportedKey{k.Fingerprint, k.Type, k.Label, k.Added, k.Used})
	}
	for _, t := range tokens {
		out.Tokens = append(out.Tokens, exportedToken{t.Grant, t.Character, t.Label, t.Used, t.Expires})
	}
	if json.Valid(settings) {
		out.Settings = settings
	}
	x.Account = out
	return nil
}

// fillReports adds what the player reported. Reports are kept for longer than the record.
func (x *PlayerExport) fillReports(rows account.Rows, ids []world.ActorID) error {
	x.Reports = []exportedReport{}
	err := rows.Scan(reportsTable, nil, func(_, value []byte) error {
		var k keptReport
		if err := json.Unmarshal(value, &k); err != nil {
			return fmt.Errorf("decode a report: %w", err)
		}
		if slices.Contains(ids, k.Who) {
			r := exportedReport{Seq: k.Seq, Wall: k.Wall, Text: k.Text}
			if k.Closed != nil {
				r.Answer = k.Closed.Text
			}
			x.Reports = append(x.Reports, r)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read reports: %w", err)
	}
	return nil
}

var errExportFull = errors.New("an export has as many records as it may have")

// fillRecord adds what the record has of characters: their own deeds with all that they said, and what befell them in
// the third person, without words that others said to few.
func (x *PlayerExport) fillRecord(ctx context.Context, b history.Book, ids []world.ActorID) error {
	x.Record = exportedRecord{First: b.First(), Last: b.Last(), Lines: []exportedLine{}}
	if b.First() == 0 || len(ids) == 0 {
		return nil
	}
	var keys []world.Key
	for _, id := range ids {
		keys = append(keys, world.Key{Kind: history.Actor, ID: string(id)})
	}
	err := b.TouchingBack(ctx, keys, b.First(), b.Last(), func(rec *world.Record) error {
		if len(x.Record.Lines) == ExportRecordsMost {
			x.Record.Cut = true
			return errExportFull
		}
		x.Record.Lines = append(x.Record.Lines, lineOf(rec, ids))
		return nil
	})
	if err != nil && !errors.Is(err, errExportFull) {
		return fmt.Errorf("read the record: %w", err)
	}
	slices.Reverse(x.Record.Lines)
	for i := range x.Record.Lines {
		l := &x.Record.Lines[i]
		if l.Wall, err = b.When(ctx, l.Seq); err != nil {
			return fmt.Errorf("find when record %d was: %w", l.Seq, err)
		}
	}
	return nil
}

// lineOf is one record as an export has it. What a wizard noted of a player is not in it.
func lineOf(rec *world.Record, ids []world.ActorID) exportedLine {
	l := exportedLine{Seq: rec.Seq, By: rec.Actor, Via: rec.Via.Kind, Told: []string{}}
	if slices.Contains(ids, rec.Actor) {
		l.Deed, l.Did = reflect.TypeOf(rec.Action).Name(), rec.Action
	}
	for i := range rec.Notices {
		n := &rec.Notices[i]
		if _, isNote := n.Event.(world.Noted); isNote {
			continue
		}
		about := func(c world.Caption) bool { return slices.Contains(ids, world.ActorID(c.ID)) }
		if l.Did == nil && !slices.ContainsFunc(n.Captions, about) {
			continue
		}
		if text := strings.TrimSpace(prose.History(n).String()); text != "" {
			l.Told = append(l.Told, text)
		}
	}
	return l
}

// beginExport is an export in which nothing is yet.
func beginExport(now time.Time) *PlayerExport {
	return &PlayerExport{
		Format: exportFormat, Made: now, Characters: []exportedCharacter{}, Memories: map[string][]memory.Row{},
		LeftOut: []string{
			"notes of wizards on the player", "words that others said to few", "passwords and tokens, of which only hashes " +
				"are kept", "backups and the server's log, which has addresses",
		},
	}
}

// encode writes an export as its reader gets it. The characters come encoded, as the state gave them.
func (x *PlayerExport) encode(characters []byte) ([]byte, error) {
	type bare PlayerExport
	out := struct {
		*bare
		Characters json.RawMessage `json:"characters"`
	}{(*bare)(x), characters}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write an export: %w", err)
	}
	return append(text, '\n'), nil
}

func idsOf(ids []world.ActorID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// remembering knows what the world's people remember of somebody.
type remembering interface {
	Remembered(ctx context.Context, people []string) (map[string][]memory.Row, error)
}

// ExportPlayer makes the export of an account while its daemon runs. It reads the record, which takes its time.
func ExportPlayer(ctx context.Context, d *server.Daemon, m remembering, acct account.Account) ([]byte, error) {
	var characters []byte
	var ids []world.ActorID
	var broken error
	if _, err := d.Loop.Do(ctx, func(s *world.State, now world.Time) loop.Step {
		ids = slices.Clone(s.Characters(acct.ID))
		characters, broken = ofState(s, ids, now)
		return loop.Step{Name: loop.NameHost}
	}); err != nil || broken != nil {
		return nil, errors.Join(err, broken)
	}
	x := beginExport(d.Now())
	err := errors.Join(
		x.fillAccount(d.Accounts, acct.Name), x.fillRecord(ctx, d.Book, ids), x.fillReports(d.Journal, ids),
	)
	if err != nil {
		return nil, err
	}
	if x.Memories, err = m.Remembered(ctx, idsOf(ids)); err != nil {
		return nil, err
	}
	return x.encode(characters)
}

// ExportCmd is mudlark export-player.
type ExportCmd struct {
	Name string `arg:"" help:"The account, or one of its characters."`
	Data string `default:"${data}" help:"The data folder."`
	command.QuietFlag
}

// Help is what mudlark export-player --help adds.
func (c *ExportCmd) Help() string {
	return "Writes all that the server holds about a player to the standard output, as JSON, to be handed to them: " +
		"account, characters, what they said and did as far as the record reaches back, and what the people of the world " +
		"remember of them. It holds what was told to few: hand it to nobody else. Works while the world runs, on a copy, " +
		"and without a daemon. In the game a player types export me. PRIVACY.md says what is left out."
}

// Run writes the export.
func (c *ExportCmd) Run(e *command.Env) error {
	b, err := borrowWith(e, c.Data, recordAndMinds, c.QuietFlag)
	if err != nil {
		return err
	}
	text, err := c.export(e, b)
	if err = errors.Join(err, b.Close()); err != nil {
		return err
	}
	_, err = e.Stdout.Write(text)
	return err
}

func (c *ExportCmd) export(e *command.Env, b *borrowed) ([]byte, error) {
	p := e.Progress("read the record", "records", c.QuietFlag)
	defer p.End()
	s, err := b.Book.At(e.Ctx, b.Book.Last(), p.Tell)
	if err != nil {
		return nil, err
	}
	hasher, err := account.NewHasher(account.HasherConfig{})
	if err != nil {
		return nil, err
	}
	reg, err := account.New(account.Config{Rows: b.journal, Hasher: hasher, Throttle: account.NewThrottle(0)})
	if err != nil {
		return nil, err
	}
	name, ids, err := playerCalled(s, reg, c.Name)
	if err != nil {
		return nil, err
	}
	x := beginExport(time.Now())
	err = errors.Join(x.fillAccount(reg, name), x.fillRecord(e.Ctx, b.Book, ids), x.fillReports(b.journal, ids))
	if err != nil {
		return nil, err
	}
	if x.Memories, err = c.remembered(b, ids); err != nil {
		return nil, err
	}
	characters, err := ofState(s, ids, s.Now)
	if err != nil {
		return nil, err
	}
	return x.encode(characters)
}

// remembered reads a copy of what the world's people remember.
func (c *ExportCmd) remembered(b *borrowed, ids []world.ActorID) (map[string][]memory.Row, error) {
	found := lookAtMinds(b)
	switch {
	case found == nil:
		return map[string][]memory.Row{}, nil
	case !found.Holds:
		return nil, fmt.Errorf("read what the people of the world remember: %s", found.What)
	}
	k, err := store.Open(filepath.Join(b.dir, store.FileName), store.Options{})
	if err != nil {
		return nil, fmt.Errorf("open what the people of the world remember: %w", err)
	}
	rows, err := k.About(idsOf(ids))
	return rows, errors.Join(err, k.Close())
}
