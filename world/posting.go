package world

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// Limits of what those who look after a world tell everybody who comes in.
const (
	MotdBytesMost = 1000 // of the message of the day
	NewsMost      = 50   // pieces of news that are kept
	NewsBytesMost = 600  // of one
)

// Bulletin is what those who look after the world tell everybody who comes in: the message of the day, and news.
type Bulletin struct {
	Motd *Post  `json:"motd,omitempty"`
	News []Post `json:"news,omitempty"` // oldest first
	Made int    `json:"made,omitempty"` // how many pieces of news there ever were
}

// Post is a piece of it. The message of the day has no number.
type Post struct {
	N    int    `json:"n,omitempty"`
	Text string `json:"text"`
	By   string `json:"by,omitempty"` // the wizard's name; "" for the operator
	At   int64  `json:"at"`           // by the wall clock, Unix milliseconds
}

// SetMotd says what everybody reads who comes in; with no text, nothing.
type SetMotd struct {
	Text string `json:"text,omitempty" words:"fixed"`
}

// PostNews adds a piece of news.
type PostNews struct {
	Text string `json:"text" words:"fixed"`
}

// DropNews takes a piece of news away.
type DropNews struct {
	N int `json:"n"`
}

// ReadNews says that somebody has read what news there is.
type ReadNews struct{}

// MotdSet says that everybody who comes in reads something else from now on, or nothing.
type MotdSet struct {
	By   ActorID `json:"by,omitempty"`
	Post *Post   `json:"post,omitempty" words:"fixed"`
}

// NewsPosted says that there is a piece of news.
type NewsPosted struct {
	By   ActorID `json:"by,omitempty"`
	Post Post    `json:"post" words:"fixed"`
}

// NewsDropped says that a piece of news is no more.
type NewsDropped struct {
	By ActorID `json:"by,omitempty"`
	N  int     `json:"n"`
}

// NewsRead says that somebody read the news up to a number.
type NewsRead struct {
	Actor ActorID `json:"actor"`
	N     int     `json:"n"`
}

func (SetMotd) needs() Role  { return RoleWizard }
func (PostNews) needs() Role { return RoleWizard }
func (DropNews) needs() Role { return RoleWizard }
func (ReadNews) needs() Role { return RoleGuest }

func (SetMotd) deed() deed  { return deed{} }
func (PostNews) deed() deed { return deed{} }
func (DropNews) deed() deed { return deed{} }
func (ReadNews) deed() deed { return deed{} }
func (SetMotd) remote()     {}
func (PostNews) remote()    {}
func (DropNews) remote()    {}
func (ReadNews) harmless()  {}

func (SetMotd) commands(*Turn) []string  { return []string{"motd"} }
func (PostNews) commands(*Turn) []string { return []string{"news"} }
func (DropNews) commands(*Turn) []string { return []string{"news"} }

func (a SetMotd) decide(t *Turn) *Refusal {
	text, was := Clean(a.Text), t.s.Bulletin.Motd
	switch {
	case len(text) > MotdBytesMost || !utf8.ValidString(text):
		return refuse(CodeBadValue, "That is too long: "+strconv.Itoa(MotdBytesMost)+" bytes are as many as are kept.")
	case text == "" && was == nil || was != nil && was.Text == text:
		return refuse(CodeAlready, "It is so already.")
	case text == "":
		t.emit(MotdSet{By: t.in.Actor})
		return nil
	}
	t.emit(MotdSet{By: t.in.Actor, Post: &Post{Text: text, By: t.decider(), At: t.s.WallClock(t.now)}})
	return nil
}

func (a PostNews) decide(t *Turn) *Refusal {
	text := Clean(a.Text)
	switch {
	case text == "":
		return refuse(CodeMissing, "Say what is new.")
	case len(text) > NewsBytesMost || !utf8.ValidString(text):
		return refuse(CodeBadValue, "That is too long: "+strconv.Itoa(NewsBytesMost)+" bytes are as many as are kept.")
	case len(t.s.Bulletin.News) >= NewsMost:
		return refuse(CodeFull, "There is as much news as there can be. Take the oldest away: news drop "+
			strconv.Itoa(t.s.Bulletin.News[0].N)+".")
	}
	t.emit(NewsPosted{By: t.in.Actor, Post: Post{
		N: t.s.Bulletin.Made + 1, Text: text, By: t.decider(), At: t.s.WallClock(t.now),
	}})
	return nil
}

func (a DropNews) decide(t *Turn) *Refusal {
	if !slices.ContainsFunc(t.s.Bulletin.News, func(p Post) bool { return p.N == a.N }) {
		return refuse(CodeUnknown, "There is no news of that number.")
	}
	t.emit(NewsDropped{By: t.in.Actor, N: a.N})
	return nil
}

// Nothing comes of reading it again: that is no refusal, because the news is shown all the same.
func (ReadNews) decide(t *Turn) *Refusal {
	if t.s.Unread(t.me) > 0 {
		t.emit(NewsRead{Actor: t.me.ID, N: t.s.Bulletin.Made})
	}
	return nil
}

// Unread counts the pieces of news that somebody has not read: none is younger than the last that they did.
func (s *State) Unread(a *Actor) (n int) {
	for _, p := range s.Bulletin.News {
		n += boolInt(p.N > a.Read)
	}
	return n
}

func (b *Bulletin) empty() bool { return b.Motd == nil && b.Made == 0 }

func (s *State) bulletin() *Bulletin {
	s.touch(kindBulletin, kindBulletin)
	return &s.Bulletin
}

func (e MotdSet) fold(s *State) {
	s.bulletin().Motd = nil
	if e.Post != nil {
		p := *e.Post
		s.Bulletin.Motd = &p
	}
}

func (e NewsPosted) fold(s *State) {
	b := s.bulletin()
	b.News, b.Made = append(slices.Clone(b.News), e.Post), e.Post.N
}

func (e NewsDropped) fold(s *State) {
	b := s.bulletin()
	b.News = slices.DeleteFunc(slices.Clone(b.News), func(p Post) bool { return p.N == e.N })
	if len(b.News) == 0 {
		b.News = nil
	}
}

func (e NewsRead) fold(s *State) { s.actor(e.Actor).Read = e.N }

// Who is in the world is told of news, and of the rest nobody but who did it.
func (e MotdSet) scene(*State) scene      { return scene{actor: e.By, closed: true} }
func (e NewsPosted) scene(s *State) scene { return scene{actor: e.By, others: s.Index.Awake} }
func (e NewsDropped) scene(*State) scene  { return scene{actor: e.By, closed: true} }
func (e NewsRead) scene(*State) scene     { return scene{actor: e.Actor, closed: true} }

func (MotdSet) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Message")}
}
func (NewsPosted) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("News")}
}
func (NewsDropped) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("News dropped")}
}
func (NewsRead) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("News read")}
}

// bulletin looks into what everybody is told who comes in.
func (c *checker) bulletin() {
	b := &c.s.Bulletin
	last := 0
	for _, p := range b.News {
		if p.N <= last || p.N > b.Made || p.Text == "" || len(p.Text) > NewsBytesMost {
			c.bad("news %d of %d cannot be: %q", p.N, b.Made, p.Text)
		}
		last = p.N
	}
	if m := b.Motd; len(b.News) > NewsMost || m != nil && (m.N != 0 || m.Text == "" || len(m.Text) > MotdBytesMost) {
		c.bad("there are %d pieces of news, and the message of the day is %+v", len(b.News), m)
	}
}
