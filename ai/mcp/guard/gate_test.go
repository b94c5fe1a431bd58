package guard_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

func request(peer, host string, header ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr, r.Host = peer, host
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return r
}

// old is a request as a proxy sends it that was told nothing of newer ones.
func old(r *http.Request) *http.Request {
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.0", 1, 0
	return r
}

func TestIsLocal(t *testing.T) {
	const here = "127.0.0.1:5000"
	for _, c := range []struct {
		name string
		r    *http.Request
		want bool
	}{
		{"loopback", request(here, "localhost:7397"), true},
		{"loopback by address", request(here, "127.0.0.1:7397"), true},
		{"the other loopback", request("[::1]:5000", "[::1]:7397"), true},
		{"loopback in the longer form", request("[::ffff:127.0.0.1]:5000", "localhost"), true},
		{"a local page", request(here, "localhost", "Origin", "http://localhost:3000"), true},
		{"another machine", request("192.0.2.1:5000", "localhost"), false},
		{"no address", request("", "localhost"), false},
		{"another name", request(here, "play.example.org"), false},
		{"a name that begins like ours", request(here, "localhost.example.org"), false},
		{"a foreign page", request(here, "localhost", "Origin", "https://example.org"), false},
		{"a page without an origin", request(here, "localhost", "Origin", "null"), false},
		{"an empty origin", request(here, "localhost", "Origin", ""), false},
		{"two origins", request(here, "localhost", "Origin", "http://localhost", "Origin", "http://localhost"), false},
		{"X-Forwarded-For", request(here, "localhost", "X-Forwarded-For", "127.0.0.1"), false},
		{"X-Forwarded-Proto", request(here, "localhost", "X-Forwarded-Proto", ""), false},
		{"x-forwarded-anything", request(here, "localhost", "x-forwarded-anything", "1"), false},
		{"Forwarded", request(here, "localhost", "Forwarded", "for=127.0.0.1"), false},
		{"Via", request(here, "localhost", "Via", "1.1 proxy"), false},
		{"X-Real-IP", request(here, "localhost", "X-Real-IP", "127.0.0.1"), false},
		{"CF-Connecting-IP", request(here, "localhost", "CF-Connecting-IP", "127.0.0.1"), false},
		{"HTTP/1.0", old(request(here, "localhost")), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := guard.IsLocal(c.r); got != c.want {
				t.Errorf("is local = %v, want %v", got, c.want)
			}
		})
	}
}

func TestBehindProxies(t *testing.T) {
	proxies, err := guard.ReadProxies([]string{"10.0.0.5", "192.0.2.0/24"})
	if err != nil {
		t.Fatal(err)
	}
	var got string
	behind := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr })
	h := guard.BehindProxies(proxies, behind)
	for _, c := range []struct{ name, peer, told, want string }{
		{"through the proxy", "10.0.0.5:1", "203.0.113.9", "203.0.113.9:0"},
		{"a made-up entry before it", "10.0.0.5:1", "1.1.1.1, 203.0.113.9", "203.0.113.9:0"},
		{"through two proxies", "10.0.0.5:1", "203.0.113.9, 192.0.2.8", "203.0.113.9:0"},
		{"the proxy itself", "10.0.0.5:1", "", "10.0.0.5:0"},
		{"a list that cannot be read", "10.0.0.5:1", "203.0.113.9, nonsense", "10.0.0.5:0"},
		{"this machine", "127.0.0.1:1", "203.0.113.9", "127.0.0.1:1"},
		{"somebody else", "203.0.113.9:1", "127.0.0.1", ""},
		{"in the longer form", "[::ffff:10.0.0.5]:1", "2001:db8::1", "[2001:db8::1]:0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got = ""
			r := request(c.peer, "localhost")
			if c.told != "" {
				r.Header.Set("X-Forwarded-For", c.told)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if got != c.want {
				t.Errorf("asked as %q, want %q", got, c.want)
			}
			if status := http.StatusForbidden; c.want == "" && w.Code != status {
				t.Errorf("status = %d, want %d", w.Code, status)
			}
		})
	}
}

func TestReadProxiesRefuses(t *testing.T) {
	for _, text := range []string{"", "proxy.example.org", "10.0.0.0/33", "10.0.0.5:80"} {
		if got, err := guard.ReadProxies([]string{text}); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}
