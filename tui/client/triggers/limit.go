package triggers

import "time"

// Limits of an Engine. What is beyond one is refused or cut, with a sentence that says so.
const (
	// RulesMax is how many rules of one kind there may be.
	RulesMax = 2000
	// LineMaxBytes is how much of a line of the MUD is compared with patterns, and the longest line that is sent.
	LineMaxBytes = 4096
	// ChainMax is how deep aliases and commands may call each other.
	ChainMax = 32
	// StepsMax is how many statements one line, key or tick may come to.
	StepsMax = 1000
	// SendsPerSecond is how many lines triggers, timers and scripts may send within a second. What a player types is
	// not counted.
	SendsPerSecond = 100
	// SaysMax is how many lines of its own the client says at once.
	SaysMax = 200
	// DelaysMax is how many delayed commands may wait.
	DelaysMax = 200
	// repeatMax is how often #N repeats a command.
	repeatMax = 100
	// SheetMaxBytes is how large a file of rules, a script and a file to import may be.
	SheetMaxBytes = 1 << 20
	// ScriptsMax is how many scripts are read from a folder.
	ScriptsMax = 64
	// packagesMax, valuesMax and valueMaxBytes bound what is kept of GMCP as variables; valueDepth is how far down.
	packagesMax, valuesMax, valueMaxBytes, valueDepth = 64, 200, 256, 4
	// breaksMax is after how many mistakes in a row a script's function is put to rest.
	breaksMax = 5
)

// rateWindow is what SendsPerSecond counts within.
const rateWindow = time.Second
