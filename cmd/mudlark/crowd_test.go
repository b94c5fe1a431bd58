package main

import (
	"regexp"
	"strconv"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// botName names the nth of a crowd, in the letters that characters' names have.
func botName(n int) string { return "bot" + string(rune('a'+n/26)) + string(rune('a'+n%26)) }

// answers gives answers to questions, the next when the one before was taken.
func (c *client) answers(dialogue ...string) error {
	for i := 0; i < len(dialogue); i += 2 {
		if err := c.expect(regexp.MustCompile(dialogue[i])); err != nil {
			return err
		}
		if err := c.line(dialogue[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// cmdCrowd has many do at once what one does: make accounts, come back to them, or guess. Those who come
// back are all asked for their passwords before the first of them gives his.
func cmdCrowd(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 2, "crowd COUNT new|telnet|ssh|wrong")
	count, err := strconv.Atoi(args[0])
	ts.Check(err)
	answer := promptPattern()
	if args[1] == "wrong" {
		answer = regexp.MustCompile("do not belong together|Too many wrong passwords")
	}
	s := stageOf(ts)
	failed := make([]error, count)
	clients := make([]*client, count)
	var asked, done sync.WaitGroup
	asked.Add(count)
	for i := range count {
		done.Go(func() {
			c, err := s.dialOf(ts, args[1], i, &asked)
			if clients[i] = c; err == nil {
				err = c.expect(answer)
			}
			failed[i] = err
		})
	}
	done.Wait()
	for i, c := range clients {
		if c != nil {
			c.close()
		}
		if failed[i] != nil {
			ts.Fatalf("%s of %d was answered otherwise: %v\n%s", botName(i), count, failed[i], s.errors(ts))
		}
	}
}

// dialOf connects one of a crowd and says who it is.
func (s *stage) dialOf(ts *testscript.TestScript, how string, i int, asked *sync.WaitGroup) (*client, error) {
	name := botName(i)
	password := passwordOf(name)
	if how == "wrong" {
		password += "1"
	}
	if how == "ssh" {
		asked.Done()
		asked.Wait()
		return s.dialSSH(ts.Getenv("SSH"), false, map[string]string{"user": name, "password": password})
	}
	c, err := dialTelnet(ts.Getenv("TELNET"), &parser{answer: true})
	if err == nil {
		err = c.answers("Your name", name)
	}
	if err == nil && how == "new" {
		err = c.answers("yes or no", "yes", "Choose a password", password, "same again", password)
	} else if err == nil {
		err = c.expect(regexp.MustCompile("Password"))
	}
	asked.Done()
	asked.Wait()
	if err == nil && how != "new" {
		err = c.line(password)
	}
	return c, err
}
