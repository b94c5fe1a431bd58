package triggers

import (
	"errors"
	"fmt"
	"strings"
)

// commands are TinTin++'s, in the order in which it looks for what a beginning such as #var means.
const commands = "action alias all banner bell break buffer button case cat chat class color commands config " +
	"continue cr cursor daemon debug default delay dictionary draw echo edit else elseif end event " +
	"foreach format forall function gag grep gts help highlight history if ignore info kill line list " +
	"local log loop lua macro map math message nop parse path pathdir port prompt read regexp repeat " +
	"replace return run scan screen script send session showme snoop split ssl substitute switch " +
	"system tab textin ticker unaction unalias unbutton unclass undelay unevent unfunction ungag " +
	"unhighlight unlocal unmacro unpathdir unprompt unsplit unsubstitute untab unticker unvariable " +
	"variable wait while write zap"

// full returns the command that a word begins, or the word.
func full(word string) string {
	for c := range strings.FieldsSeq(commands) {
		if strings.HasPrefix(c, word) {
			return c
		}
	}
	return word
}

// kindOf returns what a command of TinTin++ is here.
func kindOf(name string) Kind {
	switch name {
	case "action":
		return Trigger
	case "alias", "highlight", "gag", "substitute", "ticker", "variable", "macro":
		return kindNamed(name)
	default:
		return None
	}
}

// why says why a command is left out.
func why(name string) error {
	switch name {
	case "system", "run", "script", "bash", "lua", "daemon", "perl", "python", "edit":
		return fmt.Errorf("#%s starts a program, which an import never does", name)
	case "read", "textin", "write", "log", "scan", "cat":
		return fmt.Errorf("#%s reads or writes a file, which an import never does; import that file by itself", name)
	case "session", "ssl", "zap", "all", "snoop", "port", "chat", "gts":
		return fmt.Errorf("#%s connects, which profiles do here", name)
	case "else", "elseif", "switch", "case", "default", "loop", "while", "foreach", "parse", "list",
		"format", "replace", "function", "local", "regexp", "return", "break", "continue", "event", "line", "wait":
		return fmt.Errorf("#%s is programming, for which there are scripts here", name)
	case "path", "map", "pathdir":
		return fmt.Errorf("#%s is the mapper's, which is built in here", name)
	case "tab":
		return errors.New("#tab completes words, which is built in here")
	default:
		return fmt.Errorf("#%s has no counterpart here", name)
	}
}

// body returns the commands of a rule in our words, or why they cannot be said.
func body(text string, depth int) (string, error) {
	if depth > importNestMax {
		return "", fmt.Errorf("its commands are nested more than %d deep", importNestMax)
	}
	var out []string
	open := 0 // how many #if the last statement has that a following #else may belong to
	for _, st := range Split(text) {
		word, rest, isCommand := commandWord(st)
		name := full(word)
		switch {
		case !isCommand:
			s, err := plain(st)
			if err != nil {
				return "", err
			}
			out, open = append(out, s), 0
		case open > 0 && (name == "else" || name == "elseif"):
			s, err := otherwise(name, rest, depth)
			if err != nil {
				return "", err
			}
			last := &out[len(out)-1]
			shut := strings.Repeat("}", open-1)
			*last = strings.TrimSuffix(*last, shut) + " {" + s + "}" + shut
			if open++; name == "else" {
				open = 0
			}
		default:
			s, err := inner(st, depth)
			if err != nil {
				return "", err
			}
			if out, open = append(out, s), 0; name == "if" {
				open = 1
			}
		}
	}
	return strings.Join(out, ";"), nil
}

// otherwise returns what follows #else, or #elseif as an #if of its own.
func otherwise(name, rest string, depth int) (string, error) {
	if name == "elseif" {
		return inner("#if "+rest, depth+1)
	}
	args, err := Words(rest, 0)
	if err != nil || len(args) == 0 {
		return "", errors.New("#else in it says too little")
	}
	return body(args[0], depth+1)
}

// plain refuses what would be sent as it stands though TinTin++ would have made something else of it.
func plain(text string) (string, error) {
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '@' && strings.Contains(text[i:], "{") && isWord(text[i+1]):
			return "", errors.New("it calls a function with @, for which there are scripts here")
		case text[i] == '$' && strings.HasPrefix(text[i+1+len(leadingName(text[i+1:])):], "[") && isWord(text[i+1]):
			return "", errors.New("it uses a table of variables, and variables here hold one text")
		}
	}
	return text, nil
}

// question judges what stands after #if and #math.
func question(text string) error {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '%' && (text[i+1] < '0' || text[i+1] > '9') {
			return errors.New("its question has a wildcard, and questions here compare words")
		}
	}
	_, err := Eval(text, Values{
		Args:  Args{},
		Value: func(string) (string, bool) { return "1", true },
	})
	if err != nil && !strings.Contains(text, "%") { // an argument may stand for anything
		return fmt.Errorf("its question: %w", err)
	}
	return nil
}

// inner returns one command within a rule.
func inner(st string, depth int) (string, error) {
	word, rest, ok := commandWord(st)
	if !ok {
		return "", errors.New("# stands alone in it")
	}
	if strings.Trim(word, "0123456789") == "" {
		s, err := body(strings.TrimSpace(rest), depth+1)
		if inside, found := strings.CutPrefix(strings.TrimSpace(rest), "{"); found {
			s, err = body(strings.TrimSuffix(inside, "}"), depth+1)
		}
		return "#" + word + " {" + s + "}", err
	}
	name := full(word)
	from := 1
	switch name {
	case "showme", "echo", "send", "nop", "gag":
		from = 0
	}
	args, err := Words(rest, from)
	if err != nil {
		return "", err
	}
	name, args, at, err := shaped(name, args)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("#" + strings.Replace(name, "action", "trigger", 1))
	for i, a := range args {
		if i >= at && (i == 1 || name == "if") {
			a, err = body(a, depth+1)
		} else {
			a, err = plain(a)
		}
		if err != nil {
			return "", err
		}
		out.WriteString(" {" + held(a) + "}")
	}
	return out.String(), nil
}

// shaped returns a command of TinTin++ as it is called and written here, and from which argument on it has commands.
func shaped(name string, args []string) (string, []string, int, error) {
	at := len(args) // from which argument on they are commands
	switch name {
	case "if":
		if len(args) == 3 && strings.HasPrefix(strings.ToLower(args[2]), "else ") { // as old files have it
			args[2] = strings.TrimSpace(args[2][len("else "):])
			if words, err := Words(args[2], 0); err == nil && len(words) == 1 {
				args[2] = words[0]
			}
		}
		if at = 1; len(args) < 2 || len(args) > 3 {
			return "", nil, 0, errors.New("#if in it says too little, or too much")
		}
		if err := question(args[0]); err != nil {
			return "", nil, 0, err
		}
	case "math":
		if len(args) < 2 {
			return "", nil, 0, errors.New("#math in it says too little")
		}
		if err := question(args[1]); err != nil {
			return "", nil, 0, err
		}
	case "alias", "action", "ticker", "macro", "delay":
		if at = 1; len(args) < 2 {
			return "", nil, 0, fmt.Errorf("#%s in it says too little", name)
		}
	case "showme", "echo":
		if len(args) == 0 {
			args = []string{""}
		}
		if name == "echo" && (len(args) > 1 || strings.Contains(args[0], "%s") || strings.Contains(args[0], "%d")) {
			return "", nil, 0, errors.New("#echo in it formats its text, for which there are scripts here")
		}
		name, args = "showme", []string{colourCode.ReplaceAllString(args[0], "")}
	case "highlight":
		if len(args) > 1 {
			args[1] = colours(args[1])
		}
	case "send", "nop", "class", "ignore", "variable", "gag", "substitute", "unaction", "unalias", "ungag",
		"unhighlight", "unsubstitute", "unticker", "unvariable", "unmacro", "undelay":
	default:
		return "", nil, 0, why(name)
	}
	return name, args, at, nil
}
