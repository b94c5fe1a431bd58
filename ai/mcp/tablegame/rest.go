package tablegame

import (
	"net/http"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
)

// route is one path: its method, and the call that it makes; "" for those that make none.
type route struct {
	method string
	call   string
	what   kind
}

// routeOf returns the route of a path that needs no token, and whether there is one. /api moves the human's chair.
func routeOf(path string) (route, bool) {
	switch path {
	case "/health":
		return route{method: http.MethodGet}, true
	case "/api/game":
		return route{method: http.MethodGet, call: ViewState}, true
	case "/api/game/new":
		return route{method: http.MethodPost, call: Restart}, true
	case "/api/game/move":
		return route{method: http.MethodPost, call: MakeMove}, true
	case "/api/game/taunt":
		return route{method: http.MethodPost, call: Taunt}, true
	case "/api/events":
		return route{method: http.MethodGet, what: stream}, true
	}
	return route{}, false
}

// closedText answers where the rule keeps the table closed. No token opens it: these paths know none.
const closedText = "this table is closed: it is open to programs of this machine while only they reach the server, " +
	"or to everybody if its operator says so (--open-table=on); agents with a token play at /mcp"

// rest serves one of the routes.
func (d *Server) rest(w http.ResponseWriter, r *http.Request, to route) {
	fail := func(status int, text string) { d.write(w, status, map[string]string{"error": text}) }
	switch fault := d.cfg.Gate.Check(r); {
	case fault != guard.SourceFine:
		fail(http.StatusForbidden, fault.Text())
		return
	case guard.CarriesToken(r.URL):
		fail(http.StatusBadRequest, guard.URLTokenText)
		return
	case !d.isOpen(r):
		no := &refusal{why: reasonClosed, status: http.StatusUnauthorized, text: closedText}
		d.refused(w, no)
		fail(no.status, no.text)
		return
	case r.Method != to.method:
		w.Header().Set("Allow", to.method)
		fail(http.StatusMethodNotAllowed, "use "+to.method)
		return
	}
	done, no := d.place(r, to.what)
	if no != nil {
		d.refused(w, no)
		fail(no.status, no.text)
		return
	}
	defer done()
	switch {
	case to.what == stream:
		d.stream(w, r)
	case to.call == "":
		d.health(w, r)
	default:
		d.play(w, r, to.call)
	}
}

// health says whether the world answers.
func (d *Server) health(w http.ResponseWriter, r *http.Request) {
	o := d.house.look(r.Context())
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if f, isFault := o.fault(); isFault && f.Code == CodeUnavailable {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("The world does not answer\n"))
		return
	}
	d.served.Add(1)
	_, _ = w.Write([]byte("OK"))
}

// play makes a call from the human's chair.
func (d *Server) play(w http.ResponseWriter, r *http.Request, name string) {
	body, no := d.read(w, r)
	if no != nil {
		d.refused(w, no)
		d.write(w, no.status, map[string]string{"error": no.text})
		return
	}
	call, bad := Read(name, body)
	o := Outcome{Call: call}
	if bad != nil {
		o.Err = bad
	} else {
		o = d.house.do(r.Context(), world.ChairHuman, call)
	}
	if f, isFault := o.fault(); isFault {
		d.write(w, httpStatusOf(f.Code), map[string]string{"error": f.Text, "code": f.Code})
		return
	}
	if name == Taunt {
		d.write(w, http.StatusOK, o.Keys())
		return
	}
	d.write(w, http.StatusOK, o.State())
}

// httpStatusOf is the HTTP status that goes with a fault.
func httpStatusOf(code string) int {
	switch code {
	case CodeGameNotFound:
		return http.StatusNotFound
	case CodeTooFast:
		return http.StatusTooManyRequests
	case CodeUnavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}
