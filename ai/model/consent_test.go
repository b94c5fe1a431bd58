package model_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
)

// A host that is not on this machine, reserved so that nobody has it (RFC 5737).
const away = "192.0.2.1:9"

// rigAway has an endpoint elsewhere, and counts the connections to it, which all fail.
func rigAway(t *testing.T, url string) (r *rig, dialled *int) {
	c := config()
	c.BaseURL, c.Key = url, ""
	r, dialled = rigFor(t, c), new(int)
	model.DialAway(r.Broker, func() { *dialled++ })
	if err := r.On(); err != nil {
		t.Fatal(err)
	}
	return r, dialled
}

func TestConsent(t *testing.T) {
	t.Run("nobody's words leave without it", func(t *testing.T) {
		r, dialled := rigAway(t, "http://"+away+"/v1")
		if got := r.Do(t.Context(), ask()); got != (model.Reply{Failed: model.Consent}) || *dialled != 0 {
			t.Errorf("got %+v, dialled %d times", got, *dialled)
		}
		r.agreed["pc-miri to "+away] = true
		if got := r.Do(t.Context(), ask()); got.Failed != model.Consent || *dialled != 0 {
			t.Errorf("somebody else agreed: %+v, dialled %d times", got, *dialled)
		}
		r.agreed[player+" to 192.0.2.2:9"] = true
		if got := r.Do(t.Context(), ask()); got.Failed != model.Consent || *dialled != 0 {
			t.Errorf("agreed to another host: %+v, dialled %d times", got, *dialled)
		}
		r.agreed[player+" to "+away] = true
		if got := r.Do(t.Context(), ask()); got.Failed != model.Unreachable || *dialled != 1 {
			t.Errorf("agreed: %+v, dialled %d times", got, *dialled)
		}
		call := ask()
		call.Others = []string{"pc-tam"}
		if got := r.Do(t.Context(), call); got.Failed != model.Consent || *dialled != 1 {
			t.Errorf("with the words of one who has not: %+v, dialled %d times", got, *dialled)
		}
		call.Player, call.Others = "", nil
		if got := r.Do(t.Context(), call); got.Failed != model.Unreachable || *dialled != 2 {
			t.Errorf("nobody's words: %+v, dialled %d times", got, *dialled)
		}
	})
	t.Run("what may not leave stays, whoever agreed", func(t *testing.T) {
		c := config()
		c.BaseURL, c.Key = "http://"+away+"/v1", ""
		r := rigFor(t, c)
		if err := r.On(); err != nil {
			t.Fatal(err)
		}
		if host, isHome := r.Where(t.Context()); host != away || isHome {
			t.Errorf("it is at %s, at home %v", host, isHome)
		}
		r.agreed[player+" to "+away] = true
		call := ask()
		call.Home = true
		if got := r.Do(t.Context(), call); got.Failed != model.Consent {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("a name that says otherwise is judged by its address", func(t *testing.T) {
		for _, host := range []string{"localhost.invalid", "0.0.0.0", "[::]", "127.0.0.1.invalid"} {
			r, dialled := rigAway(t, "http://"+host+":9/v1")
			if got := r.Do(t.Context(), ask()); got.Failed != model.Consent || *dialled != 0 {
				t.Errorf("%s: %+v, dialled %d times", host, got, *dialled)
			}
		}
	})
	t.Run("a key does not travel in the clear", func(t *testing.T) {
		c := config()
		c.BaseURL = "http://localhost:9/v1"
		r := rigFor(t, c)
		dialled := 0
		model.DialAway(r.Broker, func() { dialled++ })
		model.MoveAway(r.Broker) // localhost, says a name server, is elsewhere
		if err := r.On(); err != nil {
			t.Fatal(err)
		}
		r.agreed[player+" to localhost:9"] = true
		if got := r.Do(t.Context(), ask()); got.Failed != model.Consent || dialled != 0 {
			t.Errorf("got %+v, dialled %d times", got, dialled)
		}
	})
}

func TestDialler(t *testing.T) {
	// The judgement before the call and the one when it is dialled are two: a name server may answer each time anew.
	t.Run("the dialler judges again", func(t *testing.T) {
		for address, want := range map[string]bool{
			"127.0.0.1:9": true, "127.8.9.1:9": true, "[::1]:9": true, "[::ffff:127.0.0.1]:9": true,
			away: false, "10.0.0.1:9": false, "[::ffff:192.0.2.1]:9": false, "0.0.0.0:9": false, "[::]:9": false, "": false,
		} {
			if got := model.OnlyInside(address); got != want {
				t.Errorf("%q: %v, want %v", address, got, want)
			}
		}
		c := config()
		c.BaseURL, c.Key = "http://"+away+"/v1", ""
		r := rigFor(t, c)
		if err := r.On(); err != nil {
			t.Fatal(err)
		}
		err := model.DialInside(t.Context(), r.Broker, away)
		if err == nil || !strings.Contains(err.Error(), "not on this machine") {
			t.Errorf("got %v", err)
		}
	})
	// The environment is read once by net/http, so that setting it here would prove nothing.
	t.Run("proxies of the environment are not used", func(t *testing.T) {
		r, _ := rigAway(t, "http://"+away+"/v1")
		if model.UsesProxies(r.Broker) {
			t.Error("they are")
		}
	})
	t.Run("nobody is asked about what stays on this machine", func(t *testing.T) {
		r := newRig(t, named(t, "ok"), nil)
		for i := range 3 {
			if got := r.Do(t.Context(), fresh(i)); got.Failed != "" {
				t.Errorf("got %+v", got)
			}
		}
		if r.asked != 0 {
			t.Errorf("asked %d times", r.asked)
		}
	})
}

// What is said may change while a call waits, is tried again, or is on its way.
func TestConsentTakenBack(t *testing.T) {
	for _, again := range []bool{false, true} {
		var r *rig
		var host string
		r = newRig(t, modeltest.Says("changes its mind", func(modeltest.Question) string {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.agreed[player+" to "+host] = again
			return "Salt and rain."
		}), func(c *model.Config) { c.Key = "" })
		model.MoveAway(r.Broker)
		host = r.State().Host
		r.agreed[player+" to "+host] = true
		got := r.Do(t.Context(), ask())
		if asked := len(r.fake.Requests()); asked != 1 {
			t.Fatalf("asked %d times: %+v", asked, got)
		}
		if isUsed := got.Text != "" || got.Cassette != ([32]byte{}); isUsed != again || (got.Failed == "") != again {
			t.Errorf("agreed still: %v, and got %+v", again, got)
		}
		for _, c := range r.tape.all() {
			if !again && strings.Contains(string(c.Body), "Salt and rain") {
				t.Errorf("it is kept: %s", c.Body)
			}
		}
		if used := r.State().Tokens; used == 0 {
			t.Error("it cost nothing")
		}
	}
}
