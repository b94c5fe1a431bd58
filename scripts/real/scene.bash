# The scene that run plays. Annis sits at TinTin++, Bede and a guest come over SSH, Cob's player lets an agent play.

PASSWORD_ANNIS=withies-and-eels
PASSWORD_BEDE=forty-stone-steps
PASSWORD_COB=the-bell-at-low-water

play_scene() {
  prepare
  heading "The world opens"
  serve 127.0.0.1:0 127.0.0.1:0 127.0.0.1:0 "$BUILD_PATIENCE"
  bede_comes
  guest_comes
  annis_comes
  cob_gets_an_agent
  agent_comes
  agent_takes_the_key
  inspector_speaks
  people_answer
  agent_waits
  cob_sits_down
  server_is_killed
  everybody_comes_back
  plain_ssh
  token_is_revoked
  odd_terminals
  journal_is_verified
}

# prepare makes the homes and helpers of the clients, away from the user's own.
prepare() {
  mkdir -p "$WORK/home"
  export HOME=$WORK/home MCP_CATALOG_PATH=$WORK/home/mcp.json
  printf '#!/bin/sh\nprintf "%%s\\n" "$ASKED_PASSWORD"\n' >"$WORK/askpass"
  chmod 700 "$WORK/askpass"
  ssh-keygen -q -t ed25519 -N '' -C bede -f "$WORK/key"
}

# seconds that make run may take on a clone where nothing is built.
BUILD_PATIENCE=600

# serve TELNET SSH HTTP [SECONDS] starts the server at these addresses, and learns where it really listens.
serve() {
  local flags="--data $WORK/data --telnet $1 --ssh $2 --http $3 --ops 127.0.0.1:0"
  : >"$WORK/serve.out"
  if [ -n "$FRESH" ]; then
    printf '$ make run ARGS="%s"\n' "$flags"
    make -C "$FRESH" run ARGS="$flags" >"$WORK/serve.out" 2>>"$WORK/serve.log" &
  else
    printf '$ mudlark serve %s\n' "$flags"
    # shellcheck disable=SC2086 # flags are words
    "$MUDLARK" serve $flags >"$WORK/serve.out" 2>>"$WORK/serve.log" &
  fi
  STARTED_PID=$!
  until_true "${4:-$PATIENCE}" is_serving || fail "the server did not open its doors"
  SERVER_PID=$(daemon_of "$STARTED_PID")
  TELNET=$(address telnet) SSH=$(address ssh) HTTP=$(address mcp)
  MCP_URL=http://$HTTP/mcp
  sed 's/^/  | /; s/\(claim\) .*/\1 (a code, shown once)/' "$WORK/serve.out"
}

# address finds where a door listens in what the server printed.
address() { sed -n "s#^$1 *\(http://\)\{0,1\}\([0-9.:]*\).*#\2#p" "$WORK/serve.out" | head -n 1; }

# daemon_of finds the server among a process and what it started: make stands before it after make run.
daemon_of() {
  local pid=$1 child
  while child=$(ps -o pid= --ppid "$pid" | head -n 1 | tr -d ' ') && [ -n "$child" ]; do pid=$child; done
  printf '%s\n' "$pid"
}

is_serving() {
  kill -0 "$STARTED_PID" 2>/dev/null || fail "the server ended at once"
  [ -n "$(address telnet)" ] && [ -n "$(address ssh)" ] && [ -n "$(address mcp)" ]
}

# over_ssh NAME COLUMNSxROWS USER [OPTIONS [VARIABLE=VALUE]] opens a terminal with ssh in it.
over_ssh() {
  terminal "$1" "$2" "env TERM=xterm-256color ${5:-} ssh -p ${SSH##*:} -o StrictHostKeyChecking=accept-new" \
    "-o UserKnownHostsFile=$WORK/known_hosts -o IdentityFile=none ${4:-} $3@${SSH%:*}"
}

over_telnet() {
  terminal "$1" "$2" "tt++ -G -e '#session lowtide ${TELNET%:*} ${TELNET##*:}'"
  await "$1" "Your name, or guest:"
}

# registers NAME ACCOUNT PASSWORD answers the questions that a newcomer is asked.
registers() {
  asks "$1" "$2" "Shall $2 be a new account?"
  agrees "$1" "$3"
}

# agrees NAME PASSWORD answers the rest of them.
agrees() {
  asks "$1" yes "Choose a password"
  types "$1" "$2" "(a password)"
  await "$1" "The same again:"
  types "$1" "$2" "(the same again)"
  await "$1" "Forty stone steps come up out of the harbour"
  lacks "$1" "$2"
}

# walks_to_the_dungeon NAME goes from the harbour steps to the dungeon, a room at a time.
walks_to_the_dungeon() {
  asks "$1" north "Every house in the Row"
  asks "$1" north "built round a sound"
  asks "$1" east "A good stone chapel"
  asks "$1" north "Headstones stand in clean rows"
  asks "$1" east "went dry on the night"
  asks "$1" down "You are at the dungeon entrance"
}

bede_comes() {
  heading "Bede makes an account over SSH, leaves, and comes back with his password"
  over_ssh bede 80x24 bede
  await bede "Shall bede be a new account?"
  show bede
  agrees bede "$PASSWORD_BEDE"
  types bede "key add $(cat "$WORK/key.pub")" "key add (his public key)"
  await bede "opens the door for you"
  show bede
  asks bede quit "Everything is kept. Goodbye."
  await bede "[the program ended with 0]"
  over_ssh bede 80x24 bede
  await bede "Password:"
  types bede "$PASSWORD_BEDE" "(his password)"
  await bede "Bede unhurt 30/30"
  walks_to_the_dungeon bede
  asks bede north "You are in a dark hallway"
  await bede "A rusty key lies here"
  show bede
}

guest_comes() {
  heading "A guest comes over SSH on a large screen and goes to the same room"
  over_ssh guest 200x50 guest
  await guest "Forty stone steps come up out of the harbour"
  walks_to_the_dungeon guest
  asks guest north "You are in a dark hallway"
  await guest "Bede is here."
  await bede "arrives from the south."
  show guest
}

annis_comes() {
  heading "Annis makes a character with TinTin++ and walks; the others see her arrive"
  over_telnet annis 80x24
  show annis
  registers annis Annis "$PASSWORD_ANNIS"
  show annis
  walks_to_the_dungeon annis
  asks annis north "You are in a dark hallway"
  await annis "Bede is here."
  await bede "Annis arrives from the south."
  await guest "Annis arrives from the south."
  asks annis "say Mind the bell." 'You say: "Mind the bell."'
  await bede 'Annis says: "Mind the bell."'
  await guest 'Annis says: "Mind the bell."'
  show annis
  show bede
}

cob_gets_an_agent() {
  heading "Cob's player makes a token for an agent over telnet and leaves"
  over_telnet cob 100x30
  registers cob Cob "$PASSWORD_COB"
  types cob "token new agent"
  await cob "shown only now"
  await cob "Authorization: Bearer"
  MUDLARK_TOKEN=$(reads cob | grep -o 'mlk_[a-z0-9]*' | head -n 1)
  [ -n "$MUDLARK_TOKEN" ] || fail "no token is to be seen"
  export MUDLARK_TOKEN
  asks cob quit "Everything is kept. Goodbye."
  show cob | sed "s/$MUDLARK_TOKEN/mlk_(the token)/"
  hang_up cob
}

# agent ERA STEP... lets an agent take steps. What it printed is kept for answered.
agent() {
  local era=$1
  shift
  printf '\n$ node agent.mjs %s %s\n' "$era" "$MCP_URL"
  timeout 120 node "$HERE/agent.mjs" "$era" "$MCP_URL" "$@" >"$WORK/answer" 2>&1 || {
    cat "$WORK/answer"
    fail "the $era agent fared otherwise than expected"
  }
  cat "$WORK/answer"
}

# answered TEXT asserts that a client was last answered with a text.
answered() {
  tr -s ' \n' ' ' <"$WORK/answer" | grep -qF -- "$1" || fail "the client was not answered: $1"
  printf '[client] reads: %s\n' "$1"
}

agent_comes() {
  heading "An agent of the legacy era (SDK v1) lists what there is and walks to the others"
  agent legacy tools resources prompts look \
    'move {"direction":"north"}' 'move {"direction":"north"}' 'move {"direction":"east"}' \
    'move {"direction":"north"}' 'move {"direction":"east"}' 'move {"direction":"down"}' \
    'move {"direction":"north"}' 'say {"text":"Good evening. I am an agent."}'
  answered "revision 2025-11-25"
  answered "pick_up"
  answered "Annis"
  answered "Bede"
  local who
  for who in annis bede guest; do
    await "$who" "Cob arrives from the south."
    await "$who" 'Cob says: "Good evening. I am an agent."'
  done
  show bede
}

agent_takes_the_key() {
  heading "An agent of the modern era (2026-07-28) with the same token sees both and picks up the rusty key"
  agent modern tools resources look 'pick_up {"item":"rusty key"}' inventory 'say {"text":"I have the rusty key."}'
  answered "revision 2026-07-28"
  answered "Annis"
  answered "Bede"
  answered "carrying: a rusty key"
  local who
  for who in annis bede guest; do
    await "$who" "Cob picks up the rusty key."
    await "$who" 'Cob says: "I have the rusty key."'
  done
  show annis
}

# inspector ARGUMENT... runs the MCP Inspector's command line.
inspector() {
  printf '\n$ npx @modelcontextprotocol/inspector --cli %s --transport http --header "Authorization: Bearer ..." %s\n' \
    "$MCP_URL" "$*"
  timeout 120 "$HERE/node_modules/.bin/mcp-inspector" --cli "$MCP_URL" --transport http \
    --header "Authorization: Bearer $MUDLARK_TOKEN" "$@" >"$WORK/answer" 2>"$WORK/complaint" || {
    cat "$WORK/answer" "$WORK/complaint"
    fail "the Inspector was refused"
  }
}

inspector_speaks() {
  heading "The MCP Inspector, with the same token"
  local era
  for era in legacy modern; do
    inspector --protocol-era "$era" --method tools/list --strict
    node -p 'JSON.parse(fs.readFileSync(process.argv[1])).tools.map((t) => t.name).join(" ")' "$WORK/answer"
    cat "$WORK/complaint"
    answered '"pick_up"'
  done
  inspector --method resources/read --uri game://room/current
  cat "$WORK/answer"
  answered "Dark Hallway"
  inspector --method tools/call --tool-name say --tool-arg "text=Inspected, and found in order."
  node -p 'JSON.parse(fs.readFileSync(process.argv[1])).content.map((c) => c.text).join("\n")' "$WORK/answer"
  local who
  for who in annis bede guest; do
    await "$who" 'Cob says: "Inspected, and found in order."'
  done
}

people_answer() {
  heading "The people answer, and the agent reads it"
  asks bede "say Then try the old chest." 'You say: "Then try the old chest."'
  asks annis "tell cob It is in the strongroom." "It is in the strongroom."
  agent modern events 'say {"text":"Thank you both."}'
  answered 'Then try the old chest.'
  answered 'It is in the strongroom.'
  await annis 'Cob says: "Thank you both."'
  await bede 'Cob says: "Thank you both."'
  show guest
}

agent_waits() {
  heading "The agent waits for something to happen, and wakes when somebody speaks"
  printf '$ node agent.mjs modern %s   (in the background)\n' "$MCP_URL"
  timeout 60 node "$HERE/agent.mjs" modern "$MCP_URL" 'events {"wait_ms":20000}' >"$WORK/answer" 2>&1 &
  local waiter=$! began=$SECONDS
  until_true "$PATIENCE" grep -q '^> events' "$WORK/answer" || fail "the agent never began to wait"
  asks annis "say Wake up, Cob." 'You say: "Wake up, Cob."'
  wait "$waiter" || { cat "$WORK/answer"; fail "the waiting agent fared otherwise than expected"; }
  cat "$WORK/answer"
  answered 'Annis says: "Wake up, Cob."'
  [ $((SECONDS - began)) -lt 15 ] || fail "the agent slept on"
}

cob_sits_down() {
  heading "Cob's player sits down: the agent may look only, until it is asked to help"
  over_telnet cob 100x30
  asks cob cob "Password:"
  types cob "$PASSWORD_COB" "(the password)"
  await cob "You are in a dark hallway"
  agent modern look '!say {"text":"May I?"}'
  asks cob "copilot on" "Your agent may act while you are here too."
  agent modern 'say {"text":"Now I may."}'
  await cob 'You say: "Now I may."'
  await annis 'Cob says: "Now I may."'
  lacks annis "May I?"
  show cob
  asks cob quit "Everything is kept. Goodbye."
  hang_up cob
}

server_is_killed() {
  heading "The server is killed without warning"
  printf '$ kill -9 (the server)\n'
  kill -9 "$SERVER_PID"
  wait "$STARTED_PID" 2>/dev/null || true
  SERVER_PID='' STARTED_PID=''
  await annis "SESSION 'lowtide' DIED"
  await bede "[the program ended with 255]"
  show annis
  show bede
}

everybody_comes_back() {
  heading "It starts again, and everybody comes back"
  serve "$TELNET" "$SSH" "$HTTP"
  hang_up annis
  over_telnet annis 80x24
  asks annis annis "Password:"
  types annis "$PASSWORD_ANNIS" "(her password)"
  await annis "You are in a dark hallway"
  note "Bede comes by his key this time"
  over_ssh bede 80x24 bede "-o IdentitiesOnly=yes -i $WORK/key -o PreferredAuthentications=publickey"
  await bede "You are in a dark hallway"
  await bede "Annis is here."
  await annis "Bede"
  agent legacy inventory look
  answered "carrying: a rusty key"
  answered "Annis"
  answered "Bede"
  agent modern 'say {"text":"I still have the key."}'
  await annis 'Cob says: "I still have the key."'
  await bede 'Cob says: "I still have the key."'
  show annis
  show bede
}

# plain_ssh comes without a terminal, as a script or a screen reader's user does; the same account's window closes.
plain_ssh() {
  heading "Bede sits down without a screen: ssh bede@host plain, the password by SSH_ASKPASS"
  printf '$ printf "look\\nsay Plain speaking.\\nquit\\n" | ssh bede@%s plain\n' "${SSH%:*}"
  printf 'look\nsay Plain speaking.\nquit\n' |
    ASKED_PASSWORD=$PASSWORD_BEDE SSH_ASKPASS=$WORK/askpass SSH_ASKPASS_REQUIRE=force timeout 60 \
      ssh -p "${SSH##*:}" -o UserKnownHostsFile="$WORK/known_hosts" -o IdentityFile=none \
      -o PreferredAuthentications=keyboard-interactive,password "bede@${SSH%:*}" plain >"$WORK/answer" 2>&1 ||
    { cat "$WORK/answer"; fail "ssh plain ended with $?"; }
  sed 's/^/  | /' "$WORK/answer"
  answered "You are in a dark hallway"
  grep -q "$(printf '\033')" "$WORK/answer" && fail "ssh plain sent escape sequences"
  await annis 'Bede says: "Plain speaking."'
  await bede "taken over from another place"
}

token_is_revoked() {
  heading "The same over stdio; then Cob's player takes the token back"
  printf '\n$ npx @modelcontextprotocol/inspector --cli mudlark mcp --url %s --method tools/call --tool-name inventory\n' \
    "$MCP_URL"
  timeout 120 "$HERE/node_modules/.bin/mcp-inspector" --cli -e "MUDLARK_TOKEN=$MUDLARK_TOKEN" --transport stdio \
    --method tools/call --tool-name inventory -- "$MUDLARK" mcp --url "$MCP_URL" >"$WORK/answer" 2>&1 ||
    { cat "$WORK/answer"; fail "the Inspector was refused over stdio"; }
  node -p 'JSON.parse(fs.readFileSync(process.argv[1])).content.map((c) => c.text).join("\n")' "$WORK/answer"
  answered "rusty key"
  over_telnet cob 100x30
  asks cob cob "Password:"
  types cob "$PASSWORD_COB" "(the password)"
  await cob "You are in a dark hallway"
  asks cob "token revoke agent" "is revoked"
  show cob
  local era
  for era in legacy modern; do
    printf '\n$ node agent.mjs %s %s look\n' "$era" "$MCP_URL"
    timeout 60 node "$HERE/agent.mjs" "$era" "$MCP_URL" look >"$WORK/answer" 2>&1 && fail "a revoked token still works"
    cat "$WORK/answer"
    answered 401
  done
}

# odd_terminals comes as a guest with little: NO_COLOR, a dumb terminal, a small one.
odd_terminals() {
  heading "Guests with odd terminals"
  over_ssh grey 80x24 guest "-o SendEnv=NO_COLOR" NO_COLOR=1
  await grey "[30/30] >"
  asks grey "read board" "WELCOME TO LOWTIDE"
  panes capture-pane -p -e -t "=grey:" | grep -q "$(printf '\033')\[[0-9;]*\(3[0-8]\|4[0-8]\|9[0-7]\)[;m]" &&
    fail "NO_COLOR was not honoured"
  show grey
  asks grey quit "Goodbye."
  hang_up grey

  over_ssh dumb 80x24 guest "" TERM=dumb
  panes pipe-pane -t "=dumb:" "cat >'$WORK/dumb'"
  await dumb "[30/30] >"
  asks dumb "read board" "WELCOME TO LOWTIDE"
  grep -q "$(printf '\033')" "$WORK/dumb" && fail "a dumb terminal was sent escape sequences"
  show dumb
  asks dumb quit "Goodbye."
  hang_up dumb

  over_ssh small 40x12 guest
  await small "[30/30] >"
  asks small "read board" "we shall keep your dinner"
  show small
  asks small quit "Goodbye."
  hang_up small
}

journal_is_verified() {
  heading "The server is asked to stop, and the journal is verified"
  kill "$SERVER_PID"
  local code=0
  wait "$STARTED_PID" || code=$?
  SERVER_PID='' STARTED_PID=''
  [ "$code" = 0 ] || fail "the server ended with $code"
  await annis "The world closes for now. Everything is kept."
  printf '$ mudlark verify --data DATA\n'
  "$MUDLARK" verify --data "$WORK/data" | sed 's/^/  | /' || fail "the journal does not hold"
}
