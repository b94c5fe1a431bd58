package prose

// Palette says how each role looks. The zero Palette leaves everything ordinary.
type Palette [Roles]Ink

// Themes lists the names of the palettes, the default first.
func Themes() []string {
	return []string{"balanced", "dark", "light", "plain", "redgreen", "blueyellow"}
}

// Theme returns the palette of a name: "balanced" reads on a dark and on a light background alike, "dark" and
// "light" are livelier on the one they are named for, "plain" has attributes but no colours. "redgreen" and
// "blueyellow" are for a dark background and for eyes to which those colours look alike.
func Theme(name string) (Palette, bool) {
	switch name {
	case "balanced":
		return Balanced(), true
	case "dark":
		return dark(), true
	case "light":
		return light(), true
	case "plain":
		return colourless(), true
	case "redgreen":
		return redgreen(), true
	case "blueyellow":
		return blueyellow(), true
	}
	return Palette{}, false
}

// Balanced is the default palette. Each full colour has a contrast of at least 4.4 to 1 on black and on white, each
// of the xterm palette at least 3.6 to 1; of the 16, which every terminal paints as it likes, only those that are
// legible on both are used.
func Balanced() Palette {
	return Palette{
		Title:   {Indexed: 130, RGB: 0x9e6d17, Bold: true},
		Exit:    {Basic: 36, Indexed: 31, RGB: 0x0f7db5},
		Person:  {Basic: 32, Indexed: 29, RGB: 0x228744},
		Foe:     {Basic: 31, Indexed: 160, RGB: 0xe13030, Bold: true},
		Thing:   {Indexed: 94, RGB: 0x88753a},
		Speech:  {Indexed: 62, RGB: 0x4371de},
		Private: {Basic: 35, Indexed: 133, RGB: 0xb740cf},
		Emote:   {Indexed: 98, RGB: 0x7f68c6, Italic: true},
		Loss:    {Basic: 31, Indexed: 161, RGB: 0xe12b4a},
		Gain:    {Basic: 32, Indexed: 28, RGB: 0x22882b},
		Warning: {Basic: 31, Indexed: 130, RGB: 0xb85e0f, Bold: true},
		Quest:   {Basic: 36, Indexed: 30, RGB: 0x0f857a},
		Refusal: {Indexed: 95, RGB: 0x9b6969},
		Hint:    {Indexed: 243, RGB: 0x6b7889, Italic: true},
		System:  {Basic: 35, Indexed: 27, RGB: 0x2479cd},
		Command: {Bold: true},
	}
}

// dark has a contrast of at least 4.5 to 1 on black.
func dark() Palette {
	return Palette{
		Title:   {Basic: 93, Indexed: 222, RGB: 0xffd787, Bold: true},
		Exit:    {Basic: 96, Indexed: 117, RGB: 0x87d7ff},
		Person:  {Basic: 92, Indexed: 151, RGB: 0x9ee39e},
		Foe:     {Basic: 91, Indexed: 210, RGB: 0xff8f8f, Bold: true},
		Thing:   {Basic: 33, Indexed: 187, RGB: 0xdcc9a0},
		Speech:  {Basic: 97, Indexed: 231, RGB: 0xf5f7fa},
		Private: {Basic: 95, Indexed: 183, RGB: 0xe6a8ff},
		Emote:   {Basic: 35, Indexed: 183, RGB: 0xc4b8ec, Italic: true},
		Loss:    {Basic: 91, Indexed: 210, RGB: 0xff8d84},
		Gain:    {Basic: 92, Indexed: 114, RGB: 0x8ce99a},
		Warning: {Basic: 93, Indexed: 215, RGB: 0xffb454, Bold: true},
		Quest:   {Basic: 96, Indexed: 116, RGB: 0x7fd1c7},
		Refusal: {Indexed: 181, RGB: 0xd8acac},
		Hint:    {Indexed: 248, RGB: 0x9aa4b2, Italic: true},
		System:  {Basic: 94, Indexed: 111, RGB: 0x8fb8ff},
		Command: {Indexed: 253, RGB: 0xd5dce4, Bold: true},
	}
}

// light has a contrast of at least 4.5 to 1 on white.
func light() Palette {
	return Palette{
		Title:   {Basic: 34, Indexed: 94, RGB: 0x7a4b00, Bold: true},
		Exit:    {Basic: 36, Indexed: 24, RGB: 0x005f87},
		Person:  {Basic: 32, Indexed: 22, RGB: 0x1a6b2c},
		Foe:     {Basic: 31, Indexed: 124, RGB: 0xa81e1e, Bold: true},
		Thing:   {Indexed: 58, RGB: 0x5f4b1e},
		Speech:  {Basic: 34, Indexed: 24, RGB: 0x1c3f94},
		Private: {Basic: 35, Indexed: 91, RGB: 0x7b1fa2},
		Emote:   {Basic: 35, Indexed: 61, RGB: 0x5b4a9c, Italic: true},
		Loss:    {Basic: 31, Indexed: 124, RGB: 0xb3261e},
		Gain:    {Basic: 32, Indexed: 22, RGB: 0x1a6b2c},
		Warning: {Basic: 31, Indexed: 94, RGB: 0x8a4b00, Bold: true},
		Quest:   {Basic: 36, Indexed: 23, RGB: 0x00615a},
		Refusal: {Indexed: 239, RGB: 0x7a3b3b},
		Hint:    {Indexed: 241, RGB: 0x566070, Italic: true},
		System:  {Basic: 34, Indexed: 24, RGB: 0x2a4d9b},
		Command: {Indexed: 236, RGB: 0x2b3440, Bold: true},
	}
}

// colourless tells roles apart by weight and slant alone.
func colourless() Palette {
	return Palette{
		Title:   {Bold: true},
		Foe:     {Bold: true},
		Emote:   {Italic: true},
		Warning: {Bold: true},
		Hint:    {Italic: true},
		Command: {Bold: true},
		Exit:    {Underline: true},
	}
}

// redgreen is for eyes that confuse red and green (protanopia, deuteranopia), on black: harm is a dark orange and bold,
// good is a light blue. What must be told apart differs in lightness, in weight and in hue.
func redgreen() Palette {
	return Palette{
		Title:   {Basic: 93, Indexed: 229, RGB: 0xffe9a8, Bold: true},
		Exit:    {Basic: 96, Indexed: 117, RGB: 0x8cc8ff, Underline: true},
		Person:  {Basic: 96, Indexed: 159, RGB: 0xb5e2ff},
		Foe:     {Basic: 33, Indexed: 172, RGB: 0xd98200, Bold: true},
		Thing:   {Indexed: 187, RGB: 0xd8d2b0},
		Speech:  {Basic: 97, Indexed: 231, RGB: 0xffffff},
		Private: {Basic: 94, Indexed: 105, RGB: 0x8f95ff},
		Emote:   {Basic: 37, Indexed: 146, RGB: 0xb0b4d8, Italic: true},
		Loss:    {Basic: 33, Indexed: 166, RGB: 0xc96a00, Bold: true},
		Gain:    {Basic: 97, Indexed: 195, RGB: 0xd0ecff},
		Warning: {Basic: 33, Indexed: 172, RGB: 0xcc7a00, Bold: true, Underline: true},
		Quest:   {Basic: 96, Indexed: 153, RGB: 0xb5d8ff},
		Refusal: {Indexed: 137, RGB: 0xa08a60, Italic: true},
		Hint:    {Indexed: 248, RGB: 0x9aa4b2, Italic: true},
		System:  {Basic: 96, Indexed: 153, RGB: 0xb0ccff},
		Command: {Indexed: 254, RGB: 0xe4e8ee, Bold: true},
	}
}

// blueyellow is for eyes that confuse blue with green and yellow with pink (tritanopia), on black: harm is a dark red
// and bold, good is a light cyan.
func blueyellow() Palette {
	return Palette{
		Title:   {Basic: 97, Indexed: 224, RGB: 0xffdede, Bold: true},
		Exit:    {Basic: 96, Indexed: 80, RGB: 0x6fd5d5, Underline: true},
		Person:  {Basic: 96, Indexed: 159, RGB: 0xb5f2ec},
		Foe:     {Basic: 91, Indexed: 203, RGB: 0xff5555, Bold: true},
		Thing:   {Indexed: 252, RGB: 0xdcd0d0},
		Speech:  {Basic: 97, Indexed: 231, RGB: 0xffffff},
		Private: {Basic: 95, Indexed: 211, RGB: 0xff87a5},
		Emote:   {Basic: 37, Indexed: 181, RGB: 0xd0b8c0, Italic: true},
		Loss:    {Basic: 91, Indexed: 203, RGB: 0xf04848, Bold: true},
		Gain:    {Basic: 96, Indexed: 195, RGB: 0xc8f7f2},
		Warning: {Basic: 91, Indexed: 203, RGB: 0xff5f52, Bold: true, Underline: true},
		Quest:   {Basic: 96, Indexed: 123, RGB: 0x9feee6},
		Refusal: {Indexed: 131, RGB: 0xb86a6a, Italic: true},
		Hint:    {Indexed: 247, RGB: 0x9aa4a4, Italic: true},
		System:  {Basic: 96, Indexed: 116, RGB: 0x93dbe2},
		Command: {Indexed: 254, RGB: 0xe8e8e8, Bold: true},
	}
}
