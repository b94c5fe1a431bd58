package world_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Every text of a pack is in the table, with plain words that fit it, and the other way round.
func TestTextsAreOneTable(t *testing.T) {
	rows := map[string]world.TextRow{}
	for _, row := range world.TextRows() {
		rows[string(row.Key)] = row
		if world.PlainText(row.Key) != row.Plain || row.Plain == "" || row.About == "" {
			t.Errorf("%s: got %q, want %q", row.Key, world.PlainText(row.Key), row.Plain)
		}
		for _, mark := range row.Marks {
			if strings.Count(row.Plain, mark) != 1 {
				t.Errorf("%s: %q lacks %s", row.Key, row.Plain, mark)
			}
		}
	}
	own := &world.Texts{}
	v := reflect.ValueOf(own).Elem()
	for i := range v.NumField() {
		key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		if v.Field(i).Kind() != reflect.String {
			continue
		}
		v.Field(i).SetString("x" + key)
		if _, ok := rows[key]; !ok || own.Text(world.TextKey(key)) != "x"+key {
			t.Errorf("%s: got %q and row %v, want a row", key, own.Text(world.TextKey(key)), rows[key])
		}
		delete(rows, key)
	}
	if len(rows) > 0 {
		t.Errorf("rows without a field: %v", rows)
	}
}

// OWNERS D11: what happens is told in the words of the pack, plainly without any, and what was told before packs had
// words stays as it was told.
func TestEventsAreToldInThePacksWords(t *testing.T) {
	died := world.Notice{Event: world.Died{Actor: "pc-ann", By: "rat-1"}, Rules: world.Rules, Captions: []world.Caption{
		{ID: "rat-1", Kind: world.KindCreature, A: "a", Name: "grey rat"},
	}}
	told := func(n world.Notice) string { return prose.Of(&n, world.Did|world.Saw).String() }
	own, before := died, died
	before.Rules = 1
	own.Captions = append(own.Captions, world.Caption{
		ID: string(world.TextKilled), Kind: world.KindText, Name: "So ends the song, by @ and {who}\x07, here.",
	})
	for want, n := range map[string]world.Notice{
		"The grey rat has killed you. Everything grows quiet.":                       died,
		"So ends the song, by @ and the grey rat, here.":                             own,
		"The grey rat has killed you. It grows quiet, as the flats do at low water.": before,
	} {
		if got := told(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
