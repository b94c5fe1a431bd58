package model

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
)

// Defaults of [Config].
const (
	defaultBaseURL    = "https://api.openai.com/v1"
	defaultModel      = "gpt-4o-mini" // of OpenAI's own address, which a key alone names (S3-29)
	defaultPlayerHour = 30
	defaultMindHour   = 60
)

// Secret is a string that no log, error or print shows.
type Secret string

// String says that there is something, and not what.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[key]"
}

// GoString is String; %#v must not tell either.
func (s Secret) GoString() string { return s.String() }

// LogValue is String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is String.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Config says which models may be asked, and how much. The zero value is a valid one: no model.
type Config struct {
	Key     Secret // may be empty: many local servers want none
	BaseURL string // "" is OpenAI's own, ends in /v1 as a rule
	Large   string // name of the large model; "" is no model at all
	Small   string // name of the small model; "" is Large

	// Schemas says that the endpoint takes a JSON schema for an answer, and not only the wish for an object.
	Schemas bool

	// Name tells this budget's count from others' that lie on the same tape; "" is that of the world's own people.
	Name string

	// DayTokens is how many tokens may be used a day (UTC), prompts and answers together. Without it no model is asked.
	DayTokens int
	// PurposeTokens is the same for single purposes; a purpose that is not named has no bound of its own.
	PurposeTokens map[usage.Purpose]int
	HourTokens    int // of an hour of the clock; 0 is no bound but the day's
	PlayerTokens  int // of what is asked for one player, a day; 0 likewise
	MindTokens    int // of what one creature asks, a day; 0 likewise
	PlayerHour    int // calls an hour for one player; 0 is 30
	MindHour      int // calls an hour by one creature; 0 is 60
}

// FromEnv reads what the environment says: OPENAI_API_KEY, OPENAI_MODEL (the large one), OPENAI_MODEL_SMALL,
// OPENAI_BASE_URL and OPENAI_RESPONSE_FORMAT, which is json_schema where the endpoint takes one. With a key, and
// neither a model nor an address, it is OpenAI's gpt-4o-mini. A budget is no business of the environment: whoever
// starts the program states it, and without one no model is asked.
func FromEnv(getenv func(string) string) Config {
	c := Config{
		Key:     Secret(strings.TrimSpace(getenv("OPENAI_API_KEY"))),
		BaseURL: strings.TrimSpace(getenv("OPENAI_BASE_URL")),
		Large:   strings.TrimSpace(getenv("OPENAI_MODEL")),
		Small:   strings.TrimSpace(getenv("OPENAI_MODEL_SMALL")),
		Schemas: strings.TrimSpace(getenv("OPENAI_RESPONSE_FORMAT")) == "json_schema",
	}
	if c.Key != "" && c.BaseURL == "" && c.Large == "" && c.Small == "" {
		c.Large = defaultModel
	}
	return c
}

// Why no model can be switched on.
var (
	errNoModel  = errors.New("no model is named (OPENAI_MODEL)")
	errNoBudget = errors.New("there is a model, but no daily token budget, so none is asked")
)

// settled fills in defaults and reports why the configuration cannot be used.
func (c Config) settled() (Config, *url.URL, error) {
	if c.Large == "" {
		c.Large = c.Small
	}
	if c.Small == "" {
		c.Small = c.Large
	}
	if c.BaseURL == "" {
		c.BaseURL = defaultBaseURL
	}
	if c.PlayerHour <= 0 {
		c.PlayerHour = defaultPlayerHour
	}
	if c.MindHour <= 0 {
		c.MindHour = defaultMindHour
	}
	switch {
	case c.Large == "":
		return c, nil, errNoModel
	case c.DayTokens <= 0:
		return c, nil, errNoBudget
	}
	u, err := url.Parse(c.BaseURL)
	switch {
	case err != nil:
		return c, nil, errors.New("the model's address (OPENAI_BASE_URL) is no URL") // err would quote it
	case u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "":
		return c, nil, errors.New("the model's address (OPENAI_BASE_URL) must begin with http:// or https:// and a host")
	case u.User != nil, u.RawQuery != "", u.Fragment != "":
		return c, nil, errors.New("the model's address (OPENAI_BASE_URL) must be without user, query and fragment; " +
			"a key belongs in OPENAI_API_KEY")
	}
	if u.Scheme == "http" && c.Key != "" && !isHereByName(u.Hostname()) {
		return c, nil, errors.New("the model's address (OPENAI_BASE_URL) is http:// and elsewhere, so a key would " +
			"travel in the clear: use https://, or no OPENAI_API_KEY")
	}
	return c, u, nil
}

// isHereByName reports whether a host says of itself that it is this machine. Where it really is, the dialler judges.
func isHereByName(host string) bool {
	at, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && at.Unmap().IsLoopback()
}

// Alert says that a budget of tokens is running out (S0-99).
type Alert struct {
	Purpose usage.Purpose // "" is the whole day's
	Percent int           // 80 or 100
	Used    int
	Limit   int
}

// String is a sentence for an operator.
func (a Alert) String() string {
	of := "today's token budget"
	if a.Purpose != "" {
		of += " for " + string(a.Purpose)
	}
	return fmt.Sprintf("%d%% of %s is used (%d of %d)", a.Percent, of, a.Used, a.Limit)
}
