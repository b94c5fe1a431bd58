# Terminals for unattended clients: each client sits in a tmux pane, is typed at, and is read off its screen. Nothing here
# sleeps for a fixed time to get in step: await looks until the screen says so or the deadline is over.

# seconds that a screen may take to show what is awaited, on a busy machine.
PATIENCE=${PATIENCE:-30}

panes() { tmux -L "$TMUX_NAME" -f /dev/null "$@"; }

# note writes a heading or a remark of the transcript.
heading() { printf '\n=== %s\n' "$*"; }
note() { printf -- '--- %s\n' "$*"; }

# fail ends the run with a word and with what every terminal shows.
fail() {
  printf '\nFAILED: %s\n' "$*"
  local name
  for name in $(panes list-sessions -F '#{session_name}' 2>/dev/null); do
    [ "$name" = hold ] || show "$name"
  done
  if [ -s "$WORK/serve.log" ]; then
    note "the end of the server's log"
    tail -n 20 "$WORK/serve.log"
  fi
  exit 1
}

# terminal NAME COLUMNSxROWS COMMAND... opens a terminal of that size and runs the command in it.
terminal() {
  local name=$1 size=$2
  shift 2
  printf '\n[%s, %s] $ %s\n' "$name" "$size" "$*"
  panes kill-session -t "=$name" 2>/dev/null || true
  # The pane outlives its command, so that the last words can be read; where it ended is written below them.
  panes new-session -d -s "$name" -x "${size%x*}" -y "${size#*x}" \
    "$* ; printf '\n[the program ended with %s]\n' \$?; exec sleep 3600"
}

# hang_up NAME closes a terminal as a user closes its window.
hang_up() {
  printf '[%s] (closes the window)\n' "$1"
  panes kill-session -t "=$1"
}

# types NAME LINE types a line and Enter. The transcript shows it, unless there is a third word: what to show instead.
types() {
  printf '[%s] > %s\n' "$1" "${3:-$2}"
  panes send-keys -t "=$1:" -l -- "$2"
  panes send-keys -t "=$1:" Enter
}

# presses NAME KEY presses one key by tmux's name for it.
presses() {
  printf '[%s] (presses %s)\n' "$1" "$2"
  panes send-keys -t "=$1:" "$2"
}

# reads NAME gives everything a terminal shows and has scrolled off, as one line with single spaces, so that where a
# terminal wraps does not matter.
reads() { panes capture-pane -p -S - -t "=$1:" | tr -s ' \n' ' '; }

# until_true SECONDS COMMAND... runs a command until it succeeds; it fails when the time is over.
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 0.05
  done
}

# has NAME TEXT: is the text on that terminal?
has() {
  local all
  all=$(reads "$1") || return 1
  case $all in *"$2"*) ;; *) return 1 ;; esac
}

# await NAME TEXT waits until a terminal shows a text.
await() {
  until_true "$PATIENCE" has "$1" "$2" || fail "$1 never read: $2"
  printf '[%s] reads: %s\n' "$1" "$2"
}

# lacks NAME TEXT asserts that a terminal does not show a text.
lacks() { has "$1" "$2" && fail "$1 should not read: $2"; return 0; }

# asks NAME LINE TEXT types a line and waits for its effect.
asks() {
  types "$1" "$2"
  await "$1" "$3"
}

# show NAME prints a terminal's screen in a frame, without escape sequences and without the empty lines at its foot.
show() {
  local width
  width=$(panes display-message -p -t "=$1:" '#{pane_width}')
  printf '  .-- %s, %s columns\n' "$1" "$width"
  panes capture-pane -p -t "=$1:" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' | sed 's/^/  | /; s/ *$//'
  printf "  '--\n"
}
