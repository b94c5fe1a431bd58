package data_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// The pack that a builder begins with has one of everything, is beyond doubt, and speaks of nothing that is in Lowtide.
func TestNewPackIsCompleteAndNothingOfLowtide(t *testing.T) {
	p, problems, err := pack.Check(data.NewPack(), ".")
	if err != nil || p == nil || problems.String() != "" {
		t.Fatalf("%v %v", err, problems)
	}
	has := map[string]bool{"draft": problems.Drafts > 0, "door": len(p.Doors) > 0, "gesture": len(p.Socials) > 0}
	for _, it := range p.Items {
		has["container"] = has["container"] || it.Holds != nil
		has["coins"] = has["coins"] || it.Coins
		has["weapon"] = has["weapon"] || it.Wear == "wield"
	}
	for _, m := range p.Mobs {
		has["creature"] = has["creature"] || !m.Guarded && m.Mind == nil
		has["shop"] = has["shop"] || m.Mind != nil && len(m.Mind.Sells) > 0
		has["person"] = has["person"] || m.Mind.Attends()
		has["lore"] = has["lore"] || m.Mind != nil && m.Mind.Answered([]string{"what grows here"})
	}
	for _, q := range p.Quests {
		has["quest"] = has["quest"] || len(q.Needs) > 1
	}
	for _, h := range p.Help {
		has["help "+h.ID] = true
	}
	for _, what := range []string{
		"draft", "door", "gesture", "container", "coins", "weapon", "creature", "shop", "person", "lore", "quest",
		"help newbie",
		"help rules", "help accessibility", "help screen", "help encounters", "help agents",
	} {
		if !has[what] {
			t.Errorf("it has no %s", what)
		}
	}

	town, _, err := pack.Check(data.Lowtide(), ".")
	if err != nil {
		t.Fatal(err)
	}
	theirs := []string{"Lowtide", "lowtide", "Carrow", "mudlarks", "Mudlarks", "the Settling", "warden", "Warden"}
	for _, r := range town.Rooms {
		theirs = append(theirs, r.Name)
	}
	for _, m := range town.Mobs {
		if m.A == "none" {
			theirs = append(theirs, m.Name)
		}
	}
	err = fs.WalkDir(data.NewPack(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data.NewPack(), path)
		for _, name := range theirs {
			if strings.Contains(string(text), name) { // a boat is called Plenty, and there may be plenty of something
				t.Errorf("%s speaks of %q", path, name)
			}
		}
		if !strings.HasPrefix(string(text), "# yaml-language-server: $schema=./schema.json\n") {
			t.Errorf("%s does not say where its schema is", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
