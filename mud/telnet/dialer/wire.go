package dialer

// The commands of RFC 854, and end-of-record of RFC 885.
const (
	cmdEOR  byte = 239
	cmdGA   byte = 249
	cmdSB   byte = 250
	cmdWILL byte = 251
	cmdWONT byte = 252
	cmdDO   byte = 253
	cmdDONT byte = 254
	cmdIAC  byte = 255
)

// The options that are spoken.
const (
	optEcho       byte = 1  // RFC 857
	optSGA        byte = 3  // RFC 858
	optTimingMark byte = 6  // RFC 860
	optTermType   byte = 24 // RFC 1091, with the MTTS cycle on top
	optEOR        byte = 25 // RFC 885
	optNAWS       byte = 31 // RFC 1073
	optEnviron    byte = 39 // RFC 1572, with the names of MNES
	optCharset    byte = 42 // RFC 2066
	optMSSP       byte = 70
	optMCCP2      byte = 86
	optGMCP       byte = 201
)

// The first byte of a terminal-type or NEW-ENVIRON subnegotiation, and the marks in the latter.
const (
	subIs        byte = 0
	subSend      byte = 1
	environVar   byte = 0
	environValue byte = 1
)
