package telnet_test

// conversations are what real clients were seen to send, and worse.
func conversations() map[string]string {
	return map[string]string{
		"tintin": will + ttype + will + naws + window(100, 30) + do + charset + will + environ + dont + gmcp +
			do + endOfRecord + do + sga + do + mccp2 + is("TINTIN++") + is("xterm-256color") + is("MTTS 271") +
			sb + charset + "\x02UTF-8" + se + "look\r\n",
		"tinyfugue": will + ttype + will + naws + window(99, 30) + dont + charset + wont + environ + do + endOfRecord +
			is("TINYFUGUE") + is("ANSI-ATTR") + is("ANSI") + is("UNKNOWN") + "say h\u00e9\r\n",
		"mudlet": will + ttype + will + naws + window(120, 40) + do + endOfRecord + do + gmcp + do + mssp +
			is("MUDLET") + is("ANSI-TRUECOLOR") + is("MTTS 2893") + will + environ + do + charset + do + mccp2 +
			sb + charset + "\x02UTF-8" + se + says(`Core.Hello { "client": "Mudlet", "version": "4.19"}`) +
			says(`Core.Supports.Set [ "Char 1", "Room 1"]`) + sb + environ + "\x00\x00CLIENT_NAME\x01Mudlet" +
			"\x00CLIENT_VERSION\x014.19\x00CHARSET\x01UTF-8\x00MTTS\x012893\x03USER\x01root" + se +
			says("Core.Ping") + "look\r\n" + sb + environ + "\x02\x00MTTS\x0177" + se + dont + mccp2 + dont + gmcp + "n\r\n",
		"latin-1": will + ttype + is("old") + is("old") + do + charset + sb + charset + "\x03" + se +
			sb + charset + "\x02ISO-8859-1" + se + "say caf\xe9 \xff\xffx\xe9\b\r\n",
		"kildclient": will + ttype + "\x00" + is("KildClient") + "\x00" + will + naws + window(43, 7) + "look" + "\r\n",
		"telnet": will + ttype + will + naws + window(255, 255) + dont + endOfRecord + dont + charset +
			is("XTERM") + is("XTERM") + iac + "\xf4" + do + timingMark + "who\r\x00",
		"garbage": "\xff\xfa\xff\xf0\xff\xfa\x18\xff\x06\xff\xff\xff\x00\xe2\x82\xac\xe2\x82\r\xff\xfb\xff\n" +
			"\xff\xfa\x1f\x00\xff\xff\x00\xf0\xff\xf0\x08\x7f\x15\x17ab\x17\xff\xf6\xff\xf7\xff\xf8\r\n",
	}
}

// says is one GMCP message.
func says(message string) string { return sb + gmcp + message + se }
