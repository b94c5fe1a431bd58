package terminals

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Client is a program that people come in with.
type Client struct {
	Name    string
	Package string   // Debian's
	Program string   // what must be there
	Needs   []string // what else must be there
	// Command is the line of the shell that connects it. It may write settings into the folder first. Nil: it has no
	// terminal but a window.
	Command func(Door) (string, error)
	// Registers says that it makes its account itself; the others find theirs.
	Registers bool
	// Hides is how often in a session it hides a password when the server asks it to.
	Hides Hides
	// Resizes says that it tells the server of a new size.
	Resizes bool
	// IsDumb says that it knows no telnet.
	IsDumb bool
}

// Door is where a client connects, as whom, and where it may keep its settings.
type Door struct{ Host, Port, Name, Folder string }

// Hides is how often a client hides what is typed.
type Hides int

// How often clients do.
const (
	Never Hides = iota
	Once        // and refuses ECHO from then on
	Always
)

// String is how often in words.
func (h Hides) String() string {
	switch h {
	case Never:
		return "never"
	case Once:
		return "the first of a session"
	case Always:
		return "always"
	}
	return "Hides(" + strconv.Itoa(int(h)) + ")"
}

func line(format string) func(Door) (string, error) {
	return func(d Door) (string, error) {
		words := strings.NewReplacer("HOST", d.Host, "PORT", d.Port, "NAME", d.Name, "FOLDER", d.Folder)
		return words.Replace(format), nil
	}
}

// All are the clients that come by telnet, in the order of the table.
func All() []Client {
	return []Client{
		{Name: "TinTin++", Package: "tintin++", Program: "tt++",
			Command: line("tt++ -G -e '#session lowtide HOST PORT'"), Registers: true, Hides: Always, Resizes: true},
		{Name: "TinyFugue", Package: "tf5", Program: "tf5",
			Command: line("tf5 -f/dev/null -n HOST PORT"), Hides: Always, Resizes: true},
		{Name: "KBtin", Package: "kbtin", Program: "KBtin", Command: kbtin, Registers: true, Hides: Always, Resizes: true},
		{Name: "KildClient", Package: "kildclient", Program: "kildclient",
			Needs: []string{"Xvfb", "xdotool"}, Hides: Always, Resizes: true},
		{Name: "inetutils telnet", Package: "inetutils-telnet", Program: "inetutils-telnet",
			Command: line("inetutils-telnet HOST PORT"), Registers: true, Hides: Always, Resizes: true},
		{Name: "BusyBox telnet", Package: "busybox", Program: "busybox",
			Command: line("busybox telnet HOST PORT"), Hides: Once},
		{Name: "PuTTY plink", Package: "putty-tools", Program: "plink",
			Command: line("plink -telnet -P PORT HOST"), Registers: true, Hides: Always, Resizes: true},
		// -T . reads what is typed without waiting for it; without it curl shows nothing until Enter is pressed.
		{Name: "curl", Package: "curl", Program: "curl",
			Command: line("curl -N --no-progress-meter -T . telnet://HOST:PORT")},
		{Name: "bare socket", Package: "socat", Program: "socat", Command: line("socat - TCP:HOST:PORT"), IsDumb: true},
	}
}

// SSH is the one that comes by SSH, which the server draws a screen for.
func SSH() Client {
	return Client{Name: "OpenSSH", Package: "openssh-client", Program: "ssh",
		Command: line("ssh -p PORT -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=FOLDER/hosts " +
			"-o IdentityFile=none NAME@HOST"),
		Registers: true, Hides: Always, Resizes: true}
}

// kbtin reads its commands from a file.
func kbtin(d Door) (string, error) {
	file := filepath.Join(d.Folder, "kbtin.settings")
	if err := os.WriteFile(file, fmt.Appendf(nil, "#session lowtide %s %s\n", d.Host, d.Port), 0o600); err != nil {
		return "", fmt.Errorf("prepare KBtin: %w", err)
	}
	return "KBtin " + file, nil
}

// Version is what Debian calls the version of a package that is installed, "" where that cannot be asked.
func Version(ctx context.Context, name string) string {
	out, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Version}", name).Output()
	if err != nil {
		return ""
	}
	return string(out)
}
