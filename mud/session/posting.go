package session

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// posts are what everybody reads who comes in: the message of the day, and how much news there is for them.
type posts struct {
	motd    string
	news    int
	letters int // not read
	boards  []world.BoardSight
	draft   world.DraftID // into which goes what they edit; "" for none
}

func postsFor(st *world.State, who *world.Actor) posts {
	p := posts{news: st.Unread(who), letters: who.UnreadLetters(), boards: st.UnreadBoards(who)}
	if m := st.Bulletin.Motd; m != nil {
		p.motd = m.Text
	}
	if d := st.DraftOf(who.ID, false); d != nil && who.Rank() >= world.RoleBuilder {
		p.draft = d.ID
	}
	return p
}

// showMotd shows the message of the day before the place where somebody comes in.
func (s *Session) showMotd(p posts) {
	if p.motd != "" {
		s.say(prose.System, p.motd)
	}
}

// showNews says behind it how much is new since somebody last read the news.
func (s *Session) showNews(p posts) {
	if p.news == 0 {
		return
	}
	s.show(prose.Text{prose.Line{Spans: []prose.Span{
		{Text: "News: " + strconv.Itoa(p.news) + " new. Type ", Role: prose.System}, {Text: "news", Role: prose.Command},
		{Text: " to read it.", Role: prose.System},
	}}})
}

// showLetters says that letters wait to be read.
func (s *Session) showLetters(p posts) {
	if p.letters == 0 {
		return
	}
	what := "an unread letter"
	if p.letters > 1 {
		what = strconv.Itoa(p.letters) + " unread letters"
	}
	s.show(prose.Text{prose.Line{Spans: []prose.Span{
		{Text: "You have " + what + ". Type ", Role: prose.System}, {Text: "mail read", Role: prose.Command},
		{Text: " to read.", Role: prose.System},
	}}})
}

// showBoards says on which boards that somebody reads something new hangs.
func (s *Session) showBoards(p posts) {
	for _, b := range p.boards {
		what := " new notes hang on "
		if b.Unread == 1 {
			what = " new note hangs on "
		}
		s.say(prose.System, strconv.Itoa(b.Unread)+what+prose.Clean(b.Name)+".")
	}
}
