package world_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// What an agent did under a key is part of the record and of the state, for ten minutes, so that a restart knows it.
func TestKeys(t *testing.T) {
	c := newScene(t)
	c.does(anna, world.MintGrant{Grant: "g-anna", Label: "helper"})
	under := func(key, sum world.KeySum) world.Input {
		return world.Input{
			Actor: anna, Action: world.Say{Text: "hello"},
			Via: world.Via{Kind: world.ViaGrant, Grant: "g-anna", Key: key, Sum: sum},
		}
	}
	kept := func(key world.KeySum) string {
		k, ok := c.s.KeyOf("g-anna", key, c.now)
		if !ok {
			return "none"
		}
		return fmt.Sprintf("%s %d", k.Sum, k.To-k.From)
	}
	if got, _ := c.at(under("k-1", "s-1")); got != "Said KeyKept" {
		t.Errorf("a deed under a key emits %q", got)
	}
	if got, want := kept("k-1"), "s-1 0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c.at(under("k-1", "s-1")) // the second record of one deed
	if got, want := kept("k-1"), "s-1 1"; got != want {
		t.Errorf("after a second record: got %s, want %s", got, want)
	}
	for _, in := range []world.Input{
		under("k", ""), under("", "s"), under("a-key-that-is-longer-than-any-digest", "s"),
		{Actor: anna, Action: world.Say{Text: "x"}, Via: world.Via{Kind: world.ViaKeyboard, Key: "k", Sum: "s"}},
	} {
		if _, code := c.at(in); code != world.CodeBadValue {
			t.Errorf("%+v: %q", in.Via, code)
		}
	}
	for i := range world.KeysMost {
		c.at(under(world.KeySum(fmt.Sprintf("n-%d", i)), "s"))
	}
	if got := kept("k-1"); got != "none" {
		t.Errorf("the oldest of too many keys is still there: %s", got)
	}
	if got := len(c.s.Grants["g-anna"].Keys); got != world.KeysMost {
		t.Errorf("%d keys are kept", got)
	}
	c.now += world.KeyAge + 1
	if got := kept("n-200"); got != "none" {
		t.Errorf("an old key still counts: %s", got)
	}
	c.at(under("late", "s"))
	if got := len(c.s.Grants["g-anna"].Keys); got != 1 {
		t.Errorf("%d keys are left when all others are old", got)
	}
	c.does(anna, world.RevokeGrant{Grant: "g-anna"})
	if got := kept("late"); got != "none" {
		t.Errorf("the key of a revoked grant: %s", got)
	}
}
