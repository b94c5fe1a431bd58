package dialer

// notice is something that is said once for a connection.
type notice uint8

const (
	noteCompression notice = iota
	noteLatin1
	noteLongLine
	noteLongMessage
	noteBadMessage
	noticeCount
)

// notes are those that were said.
type notes [noticeCount]bool

// note says it, the first time.
func (m *machine) note(n notice) {
	if m.noted[n] {
		return
	}
	m.noted[n] = true
	text := ""
	switch n {
	case noteCompression:
		text = "The server compresses what it sends."
	case noteLatin1:
		text = "Some of this server's text is not UTF-8; it is read as Latin-1."
	case noteLongLine:
		text = "A line of the server was too long, and its end was cut off."
	case noteLongMessage:
		text = "The server sent a message that is too large; it was dropped."
	case noteBadMessage:
		text = "The server sent a GMCP message that makes no sense; it was dropped."
	case noticeCount:
	}
	m.emit(Note{Text: text})
}
