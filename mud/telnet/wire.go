package telnet

// The commands of RFC 854, and end-of-record of RFC 885.
const (
	cmdSE   byte = 240
	cmdNOP  byte = 241
	cmdIP   byte = 244
	cmdAYT  byte = 246
	cmdEC   byte = 247
	cmdEL   byte = 248
	cmdGA   byte = 249
	cmdSB   byte = 250
	cmdWILL byte = 251
	cmdWONT byte = 252
	cmdDO   byte = 253
	cmdDONT byte = 254
	cmdIAC  byte = 255
	cmdEOR  byte = 239
)

// The options this server speaks. TIMING-MARK (6) and SUPPRESS-GO-AHEAD (3) are not among them: the refusal that every
// unknown option gets is the right answer to both. RFC 860 lets a WONT answer a mark, and a mark is answered each time,
// because the system telnet shows nothing more after ^C until it is. SGA together with ECHO would switch a client to
// one key at a time (RFC 858), without line editing.
const (
	optEcho     byte = 1  // RFC 857
	optTermType byte = 24 // RFC 1091, with the MTTS cycle on top
	optEOR      byte = 25 // RFC 885
	optNAWS     byte = 31 // RFC 1073
	optEnviron  byte = 39 // RFC 1572, with the names of MNES
	optCharset  byte = 42 // RFC 2066
	optMSSP     byte = 70
	optMCCP2    byte = 86
	optGMCP     byte = 201
)

// The first byte of a terminal-type subnegotiation, RFC 1091.
const (
	termTypeIs   byte = 0
	termTypeSend byte = 1
)

// The first byte of a NEW-ENVIRON subnegotiation, and the mark of a variable in it, RFC 1572.
const (
	environIs   byte = 0
	environSend byte = 1
	environInfo byte = 2
	environVar  byte = 0
)

// Control characters that edit the line being typed; only a client that sends each key by itself sends them.
const (
	keyBackspace byte = 0x08
	keyKillLine  byte = 0x15 // ^U
	keyEraseWord byte = 0x17 // ^W
	keyDelete    byte = 0x7F
)
