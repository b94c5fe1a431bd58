package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// awayUsual is what stands for a word of somebody's own.
const awayUsual = "away from the keyboard"

// VerbAway is the verb by which somebody is away from the keyboard. Any other line of theirs ends it.
const VerbAway = "afk"

// WhoisReport is what anybody may know of somebody who plays here, in the world or not.
type WhoisReport struct {
	Name   string   `json:"name"`
	Title  string   `json:"title,omitempty"`
	Level  int      `json:"level"`
	Role   string   `json:"role"`
	Guest  bool     `json:"guest,omitempty"`
	Crafts []string `json:"crafts,omitempty"`
	Places int      `json:"places,omitempty"` // that they have seen
	Quests int      `json:"quests,omitempty"` // that they ended, as often as they did
	Since  string   `json:"since"`            // the day on which they first came
	Here   bool     `json:"here,omitempty"`   // in the world
	Seen   string   `json:"seen,omitempty"`   // roughly, when they were last here
	Away   string   `json:"away,omitempty"`   // from the keyboard, in their words
	About  string   `json:"about,omitempty"`
}

// FriendsReport lists somebody's friends.
type FriendsReport struct {
	Friends []FriendLine `json:"friends"`
}

// FriendLine is one of them.
type FriendLine struct {
	Name string `json:"name"`
	Here bool   `json:"here,omitempty"` // in the world, for all that whoever asks can see
	Away string `json:"away,omitempty"`
}

type selfTextArgs struct {
	Text string `json:"text" take:"text" opt:"yes" help:"the words; nothing to read them, off to take them away"`
}

type whoisArgs struct {
	Who string `json:"who" take:"word" help:"a player, in the world or not"`
}

type friendsArgs struct {
	Do  string `json:"do" take:"word" enum:"add,remove" opt:"yes" help:"add or remove; nothing for the list"`
	Who string `json:"who" take:"word" opt:"yes" help:"a player, in the world or not"`
}

func introducingVerbs() []*Verb {
	verb := func(name, brief, help, example string) Verb {
		return Verb{
			Name: name, Topic: topicTalking, Need: world.RoleGuest, Effect: Changes, Only: Typed, Rare: true,
			Brief: brief, Help: help, Example: example,
		}
	}
	whois := verb("whois", "Read who somebody is who plays here: title, level, crafts, and when they were last here.",
		"What one reads there of oneself, one says with title and about.", "whois ann")
	whois.Aliases, whois.Effect = []string{"finger"}, Reads
	friends := verb("friends", "List your friends, and be told when they come and go.",
		"friends add ann, and you are told when Ann comes into the world and when she leaves it; friends remove ann, and "+
			"you are not. She is not told. Guests have no list, and are on none.", "friends")
	friends.Need = world.RolePlayer
	return []*Verb{
		tells(whois, Ctx.whois),
		calls(friends, Ctx.friends),
		calls(verb("title", "Say what stands behind your name in who and whois.",
			"title keeper of the well; title off takes it away. Sixty bytes at most.", "title"),
			func(c Ctx, a selfTextArgs) Call { return c.introduce(world.SelfTitle, a.Text) }),
		calls(verb("about", "Say something about yourself for whoever asks with whois.",
			"about I dig where others do not; about off takes it away. Four hundred bytes at most.", "about"),
			func(c Ctx, a selfTextArgs) Call { return c.introduce(world.SelfAbout, a.Text) }),
		calls(verb(VerbAway, "Say that you are away from the keyboard, and why if you like.",
			"afk gone for tea. It stands in who and whois, and whoever tells you something or writes to you reads it. The next "+
				"line that you type ends it.", VerbAway), Ctx.away),
	}
}

// introduce reads or sets what somebody says of themselves.
func (c Ctx) introduce(what world.SelfField, text string) Call {
	switch {
	case text == "" && c.Actor.Self(what) == "":
		return Call{Report: func(Ctx) any {
			return DoneReport{Text: "You have none. " + string(what) + " and the words set it."}
		}}
	case text == "":
		return Call{Report: func(c Ctx) any {
			return DoneReport{Text: c.Actor.Self(what) + "\n" + string(what) + " off takes it away."}
		}}
	case strings.EqualFold(text, wordOff):
		text = ""
	}
	return Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.Introduce{What: what, Text: text},
	}}
}

// away has somebody be away from the keyboard, or back.
func (c Ctx) away(a selfTextArgs) Call {
	text := a.Text
	switch {
	case strings.EqualFold(text, wordOff) || text == "" && c.Actor.Gone != "":
		text = ""
	case text == "":
		text = awayUsual
	}
	return Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.Introduce{What: world.SelfAway, Text: text},
	}}
}

// friends lists somebody's friends, or changes the list.
func (c Ctx) friends(a friendsArgs) Call {
	switch {
	case a.Do == "":
		return Call{Report: func(c Ctx) any { return c.friendList() }}
	case a.Who == "":
		return Call{Refusal: refuse(world.CodeMissing, "Whom? friends "+a.Do+" NAME.")}
	}
	act := world.Befriend{Off: strings.EqualFold(a.Do, "remove")}
	if who := c.State.PlayerNamed(a.Who); who != nil {
		act.Who = who.ID
	}
	for _, f := range c.Actor.Friends {
		if act.Off && strings.EqualFold(f.Name, a.Who) {
			act.Who = f.ID
		}
	}
	if act.Who == "" {
		return Call{Refusal: refuse(world.CodeUnknown, "Nobody called "+plain(clip(a.Who))+" plays here.")}
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act}}
}

func (c Ctx) friendList() FriendsReport {
	out := FriendsReport{Friends: []FriendLine{}}
	for _, f := range c.Actor.Friends {
		l := FriendLine{Name: f.Name}
		if a := c.State.ActorByNum(f.Num); a != nil {
			l.Name = a.Name
			if l.Here = c.meets(a); l.Here {
				l.Away = a.Gone
			}
		}
		out.Friends = append(out.Friends, l)
	}
	return out
}

// meets reports whether somebody is in the world for all that the asker can see.
func (c Ctx) meets(a *world.Actor) bool { return a.Presence == world.Here && c.State.Sees(c.Actor, a) }

// atHomeFrom is how sure of a craft somebody is, of a hundred, who is said to be at home in it.
const atHomeFrom = 15

// whois tells of somebody what anybody may know. When those who look after the world were last here is nobody's
// business: it would tell of those who do not show themselves.
func (c Ctx) whois(a whoisArgs) (any, *world.Refusal) {
	who, r := c.correspondent(a.Who)
	if r != nil {
		return nil, r
	}
	out := WhoisReport{
		Name: who.Name, Title: who.Title, Level: who.Level, Role: who.Role.String(), Guest: who.Guest(), About: who.About,
		Since: dayOf(c.State.WallClock(who.Born)), Here: c.meets(who),
	}
	for id, sure := range world.Ordered(who.Crafts) {
		if craft := c.State.Crafts[id]; craft != nil && sure >= atHomeFrom {
			out.Crafts = append(out.Crafts, craft.Name)
		}
	}
	slices.Sort(out.Crafts)
	if who.Role < world.RoleBuilder {
		out.Places, out.Quests = len(who.Known), questsEnded(who)
	}
	switch {
	case out.Here:
		out.Away = who.Gone
	case who.Role < world.RoleWizard:
		out.Seen = longAgo(c.State.WallClock(c.Now) - c.State.WallClock(who.Seen))
	}
	return out, nil
}

// dayOf is the day of a time of the wall clock.
func dayOf(wall int64) string {
	_, day, _ := strings.Cut(world.WallDate(wall), " on ")
	return day
}

// longAgo says roughly how long ago something was.
func longAgo(millis int64) string {
	const dayMillis, monthDays = int64(24 * 60 * world.Minute), 31
	switch days := millis / dayMillis; {
	case days < 1:
		return "within the last day"
	case days <= monthDays:
		return countOf(int(days), "day") + " ago"
	}
	return "more than a month ago"
}

func (r WhoisReport) words(prose.Style) prose.Text {
	title := world.Clean(r.Name)
	if r.Title != "" {
		title += ", " + world.Clean(r.Title)
	}
	is := "Level " + strconv.Itoa(r.Level)
	if r.Role != world.RolePlayer.String() {
		is += ", " + world.Clean(r.Role)
	}
	if len(r.Crafts) > 0 {
		is += ". At home in " + world.Clean(strings.Join(r.Crafts, ", "))
	}
	out := prose.Text{prose.L(prose.Title, title), prose.L(prose.Plain, is+". Here since "+r.Since+".")}
	if r.Places > 0 {
		out = append(out, prose.L(prose.Plain,
			"Has seen "+countOf(r.Places, "place")+" and ended "+countOf(r.Quests, "quest")+"."))
	}
	switch {
	case r.Away != "":
		out = append(out, prose.L(prose.Plain, "In the world, but away: "+world.Clean(r.Away)))
	case r.Here:
		out = append(out, prose.L(prose.Plain, "In the world now."))
	case r.Seen != "":
		out = append(out, prose.L(prose.Plain, "Last here "+r.Seen+"."))
	}
	if r.About != "" {
		out = append(out, prose.L(prose.Private, world.Clean(r.About)))
	}
	return out
}

func (r FriendsReport) words(prose.Style) prose.Text {
	if len(r.Friends) == 0 {
		return prose.Text{prose.L(prose.Plain, "Your list is empty. friends add NAME puts somebody on it.")}
	}
	out := prose.Text{prose.L(prose.Title, countOf(len(r.Friends), "friend"))}
	for _, f := range r.Friends {
		text := world.Clean(f.Name)
		switch {
		case f.Away != "":
			text += ", here, but away: " + world.Clean(f.Away)
		case f.Here:
			text += ", here"
		}
		out = append(out, prose.L(prose.Plain, text))
	}
	return out
}
