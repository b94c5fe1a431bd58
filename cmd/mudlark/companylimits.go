package main

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
)

// companyLimits are those of what people do with one another.
func companyLimits() []ops.Limit {
	add := func(name, value, what, effect, place string) ops.Limit {
		return ops.Limit{Name: name, Value: value, What: what, Effect: effect, Place: place}
	}
	return []ops.Limit{
		add("breath", fmt.Sprintf("a second and 4 ms a byte each, at most %d s ahead", world.BreathAheadMax/world.Second),
			"tells, shouts and words on channels of one character, by whatever door", "refused, with the wait",
			"world/breath.go"),
		add("group", fmt.Sprint(world.PartyMost), "people of one group", refused, "world/grouping.go"),
		add("companion_hours", fmt.Sprint(world.HireHoursMost), "hours of the world for which somebody is hired at a time",
			"no pack asks for more", "world/hiring.go"),
		add("invitations", fmt.Sprint(world.InvitationsMost), "invitations into groups that wait for one character", refused,
			"world/grouping.go"),
		add("ignored", fmt.Sprint(world.IgnoredMost), "people whom one character ignores", refused, "world/ignoring.go"),
		add("channels_off", fmt.Sprint(world.ChannelsOffMost), "channels that one character has switched off", refused,
			"world/chatting.go"),
		add("notes_on_boards", fmt.Sprintf("%d where a pack says no other number, at most %d; %d of one account, titles of "+
			"%d bytes", world.PinsMost, world.PinsMostEver, world.PinsOneMost, world.PinTitleMost),
			"notes on one board", "the oldest of whom most hang there falls; of one account: refused", "world/pinning.go"),
		add("letters", fmt.Sprintf("%d, %d of them of one account", world.LettersMost, world.LettersOneMost),
			"letters in one box", refused, "world/mailing.go"),
		add("friends", fmt.Sprint(world.FriendsMost), "friends of one character", refused, "world/befriending.go"),
		add("drafts", fmt.Sprintf("%d, each of %d entries and 512 KiB", world.DraftsMost, world.DraftEntriesMost),
			"drafts of one character who builds", refused, "world/drafting.go"),
		add("rehearsals", fmt.Sprintf("%d, of worlds of %d things and bodies; %s without a line", session.RehearsalsMost,
			world.ForkMost, session.RehearsalIdle), "builders who try a draft out in a copy of the world",
			"refused; the rehearsal ends", "mud/session/rehearsing.go"),
		add("introductions", fmt.Sprintf("%d bytes of title, %d about oneself, %d on being away", world.TitleBytesMost,
			world.AboutBytesMost, world.AwayBytesMost), "what people say of themselves", refused, "world/introducing.go"),
	}
}
