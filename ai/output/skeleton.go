package output

// skeleton returns the Latin letter that a rune looks like, or the rune. Compatible forms (full width, mathematical,
// circled) are folded by normalisation before; here stand other scripts' letters and the boxed alphabets.
func skeleton(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case r >= 0x1f150 && r <= 0x1f169:
		return 'a' + r - 0x1f150
	case r >= 0x1f170 && r <= 0x1f189:
		return 'a' + r - 0x1f170
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return 'a' + r - 0x1f1e6
	case r >= 0x1d00 && r <= 0x1d22:
		return smallCapitals[r-0x1d00]
	}
	if l, ok := lookalikes[r]; ok {
		return l
	}
	return r
}

// smallCapitals are the letters that the phonetic small capitals from U+1D00 on look like.
var smallCapitals = []rune("aaaabcdeeijklmnooooooooprrtuuumvwzz"[:35]) //nolint:gochecknoglobals // immutable: read only

// lookalikes maps letters to the Latin ones that they pass for.
var lookalikes = func() map[rune]rune { //nolint:gochecknoglobals // immutable: read only
	out := map[rune]rune{}
	for _, line := range []struct {
		latin rune
		like  string
	}{
		{'a', "аАαΑɑаᎪᗅꓮ∀ⲁᴀаɐ"}, {'b', "ВβΒвЬьᏴᗷꓐʙƄɓ฿"}, {'c', "сСϲϹᏟⲥꓚᴄƈↄ"},
		{'d', "ԁᎠᗪꓓɗđÐðժᴅԀ"}, {'e', "еЕεΕєЄҽɛᎬꓰᴇҿ℮ə"}, {'f', "ϝƒꓝᖴϜẝғ"}, {'g', "ɡᏀꓖɢցǵԌɠ"},
		{'h', "һНнΗհᎻꓧʜҺħԋ"}, {'i', "іІιΙıᎥⅰꓲɪїӀӏ"}, {'j', "јЈϳᎫꓙᴊʝ"}, {'k', "кКκΚᏦꓗᴋƙҝ"},
		{'l', "ⅼᏞꓡʟłւ˪ӏ"}, {'m', "мМΜᎷꓟᴍɱⲙ"}, {'n', "ηΝոռꓠɴпПՈɳ"}, {'o', "оОοΟօσՕᎤꓳᴏøØөΩ۵০٥ѳ"},
		{'p', "рРρΡᏢꓑᴘƿþΡ"}, {'q', "ԛզգԚɋ"}, {'r', "гᎡꓣʀгɾя"}, {'s', "ѕЅՏᏚꓢꜱʂ"}, {'t', "тТτΤᎢꓔᴛŧƭ"},
		{'u', "υսՍꓴᴜʋцμ"}, {'v', "νѵѴᏙꓦᴠ∨ט"}, {'w', "ѡԝᎳꓪᴡωшШԜɯ"}, {'x', "хХχΧꓫ×ҳⅹ"},
		{'y', "уУγΥүҮᎩꓬʏყ"}, {'z', "ΖᏃꓜᴢʐƶз"},
	} {
		for _, r := range line.like {
			out[r] = line.latin
		}
	}
	return out
}()
