package playclient

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui/client/profile"
	"github.com/mudlark-mud/mudlark/tui/client/sessionlog"
	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// rulesFile is the person's rules for a MUD, in its folder, beside scripts.
const rulesFile = "rules.tin"

// importFile reads a file that the person named, as in a shell: ~/ is their own folder. The error does not name it.
func importFile(path string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, err
		}
		path = filepath.Join(home, rest)
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("it is no file") // a pipe would hold up the screen
	}
	var text []byte
	if err == nil {
		text, err = readHead(path)
	}
	if bad := (*fs.PathError)(nil); errors.As(err, &bad) {
		err = bad.Err
	}
	return text, err
}

// readHead reads a file as far as it may be, and a byte more.
func readHead(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, triggers.SheetMaxBytes+1))
}

// typed remembers a line that is no secret.
func (p *player) typed(line string) {
	p.logged(func(b *sessionlog.Log) error { return b.Input(line, time.Now()) })
	if err := p.folder.Remember(line); err != nil {
		p.once.remember.Do(func() { p.far.Say("What you type is not remembered: " + err.Error() + ".") })
	}
}

// Save implements far.Host.
func (p *player) Save(text []byte) {
	if err := p.folder.Write(rulesFile, text); err != nil {
		p.far.Say(sentence(err))
	}
}

// Keep implements far.Host.
func (p *player) Keep(state string) {
	if err := p.folder.Keep(state); err != nil {
		p.far.Say(err.Error())
	}
}

// commands are the client's commands that have to do with the connection.
func (p *player) commands() []triggers.Command {
	say := func(do func(words []string) []string) func(string) triggers.Outcome {
		return func(rest string) triggers.Outcome { return triggers.Outcome{Say: do(strings.Fields(rest))} }
	}
	return []triggers.Command{
		{Name: "quit", Brief: "leave, without a word to the MUD", Help: "Closes the connection and ends the client.",
			Do: say(func([]string) []string { p.leave(); return nil })},
		{Name: "reconnect", Brief: "drop the connection and make a new one", Help: "Drops the connection, if there " +
			"is one, and connects at once; a MUD that was asked not to compress may again.",
			Do: say(func([]string) []string { return p.reconnect() })},
		{Name: "forget", Brief: "forget what was typed here", Help: "Removes the file of what you typed in this MUD. " +
			"What you can still recall is forgotten when you leave.", Do: say(func([]string) []string { return p.unlearn() })},
		{Name: "log", Args: "{plain|html|off}", Brief: "write down what you see", Help: logUsage, Do: say(p.logs)},
		{Name: "password", Args: "{save|forget} {NAME}", Brief: "keep a password in the keyring, or forget it",
			Help: passwordUsage, Do: say(p.passwords)},
	}
}

// reconnect drops the connection, or tries now where there is none, and gives the MUD's compression another chance.
func (p *player) reconnect() []string {
	p.mu.Lock()
	conn := p.conn
	p.leaving, p.plain = false, false
	p.mu.Unlock()
	select {
	case p.again <- struct{}{}:
	default:
	}
	if conn != nil {
		go func() { _ = conn.Close() }() // the screen does not wait for it, but serve does
	}
	return nil
}

// unlearn removes the history.
func (p *player) unlearn() []string {
	if err := p.folder.Forget(); err != nil {
		return []string{sentence(err)}
	}
	return []string{"What was typed here before is forgotten."}
}

const passwordUsage = "#password save [NAME] keeps a password in this system's keyring, for MUDs whose clients may " +
	"sign in by themselves; #password forget removes it."

// passwords keeps a password or forgets it.
func (p *player) passwords(words []string) []string {
	if len(words) == 0 {
		return []string{passwordUsage}
	}
	account := p.profile.Account
	if len(words) > 1 {
		account = words[1]
	}
	at := profile.Secret{Account: account, At: p.addr.String()}
	switch {
	case words[0] == "forget":
		p.mu.Lock()
		p.secret = ""
		p.mu.Unlock()
		go p.forget(at) // the keyring may ask the person first
		return nil
	case words[0] != "save":
		return []string{passwordUsage}
	case p.keepAccount == nil:
		return []string{"This world is your own, and lets you in without a word."}
	case account == "":
		return []string{"Whose password? Type #password save NAME."}
	}
	p.far.Question("The password of "+account+" (it goes into the keyring, and to no log):", true, func(line string) {
		p.remember(at, line)
	})
	return nil
}

// forget removes a password from the keyring.
func (p *player) forget(at profile.Secret) {
	if err := at.Erase(); err != nil {
		p.far.Say("It is forgotten here. " + sentence(err))
		return
	}
	p.far.Say("It is forgotten.")
}

// remember keeps a password in the keyring, or in memory where there is none.
func (p *player) remember(at profile.Secret, password string) {
	if password == "" {
		p.far.Say("Nothing was kept.")
		return
	}
	p.mu.Lock()
	p.secret, p.profile.Account = password, at.Account
	p.mu.Unlock()
	if err := at.Store(password); err != nil {
		p.far.Say(sentence(err) + " The password is remembered until you leave, and asked for next time.")
		return
	}
	if err := p.keepAccount(at.Account); err != nil {
		p.far.Say(sentence(err))
	}
	p.far.Say("It is in the keyring, and is given when this MUD offers to sign you in.")
}

// credentials answers Char.Login.
func (p *player) credentials() (account, password string, ok bool) {
	if p.login != nil {
		return p.login()
	}
	p.mu.Lock()
	account, password = p.profile.Account, p.secret
	p.mu.Unlock()
	if account == "" {
		return "", "", false
	}
	if password != "" {
		return account, password, true
	}
	password, ok, err := profile.Secret{Account: account, At: p.addr.String()}.Reveal()
	if err != nil && !p.lacking {
		p.lacking = true
		p.far.Say(sentence(err) + " The MUD will ask for your password.")
	}
	return account, password, ok
}

// sentence makes a sentence of an error.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
