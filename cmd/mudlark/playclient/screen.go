package playclient

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/tui"
)

// play shows the MUD until the person leaves: on a screen, or in lines where there is no terminal for one.
func (p *player) play() (err error) {
	if p.profile.Log != "" {
		if err := p.openLog(p.profile.Log); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, p.log.close()) }()
	ctx, cancel := context.WithCancel(p.e.Ctx)
	defer cancel()
	p.mu.Lock()
	p.cancel = cancel
	p.mu.Unlock()
	in, isIn := terminalOf(p.e.Stdin)
	out, isOut := terminalOf(p.e.Stdout)
	if !isIn || !isOut || strings.EqualFold(p.e.Getenv("TERM"), "dumb") {
		p.profile.Reader = true
	}
	if p.profile.Reader && p.cast != "" {
		return command.Misuse(
			errors.New("--record records a screen, and lines have none: --log plain keeps what is told"),
		)
	}
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	feeding, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	if p.mapless != nil {
		p.far.Say("The map is not used: " + p.mapless.Error() + ".")
	}
	work.Go(func() { p.far.Run(feeding) })
	work.Go(func() { p.keepMap(feeding) })
	work.Go(func() { p.far.Closed(p.run(ctx)) })
	if p.profile.Reader {
		err = p.read(ctx)
	} else {
		err = p.draw(ctx, in, out)
	}
	cancel()
	stop()
	work.Wait()
	if err == nil && p.failed {
		return command.ExitCode(1) // why was said where everything was
	}
	return err
}

// terminalOf is the terminal that a stream is, if it is one.
func terminalOf(stream any) (*os.File, bool) {
	f, ok := stream.(*os.File)
	return f, ok && term.IsTerminal(f.Fd())
}

// draw shows the screen until it is over, or the person leaves without asking the MUD.
func (p *player) draw(ctx context.Context, in, out *os.File) (err error) {
	width, height, err := term.GetSize(out.Fd())
	if err != nil {
		width, height = widthUnknown, heightUnknown
	}
	to, end, err := p.record(out, width, height)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	screen := tui.New(p.far, tui.Config{
		Title: p.title(), NoColor: p.profile.NoColor, ASCII: p.profile.ASCII, Mouse: p.profile.Mouse,
		History: p.folder.History(), Typed: p.typed, Expand: p.far,
	})
	if kept := p.folder.Kept(); kept != "" {
		p.far.Kept(kept)
	}
	if p.profile.Theme != "" {
		p.far.Theme(p.profile.Theme)
	}
	program := tea.NewProgram(
		screen, append(tui.Options(), tea.WithInput(in), tea.WithOutput(to), tea.WithFilter(onlyNames))...)
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	if p.asksColours() {
		go askColours(program) // until it runs, or has run
	}
	if _, err := program.Run(); err != nil && !errors.Is(err, tea.ErrInterrupted) {
		return fmt.Errorf("show the screen: %w", err)
	}
	e, word := p.e, screen.Farewell()
	if ctx.Err() != nil {
		word = command.OrDefault(word, farewell)
	}
	if word != "" {
		e.Println(word)
	}
	return nil
}

// title names the MUD in the bar.
func (p *player) title() string { return command.OrDefault(p.name, p.addr.Host) }
