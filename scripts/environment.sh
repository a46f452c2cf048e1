# Sourced by the scripts beside it: makes the project's own virtual environment, .venv, once and when it has changed.
#   environment run    what `cactus-sim` needs
#   environment dev    that, and what the tests need
# Chatter goes to stderr: stdout is the command's alone. Nothing is done, and nothing slow looked at, when the
# environment is up to date.

project=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
venv=$project/.venv
lock=$project/.venv.lock

say() { printf 'cactus-sim: %s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

# What the environment was made from: the project's metadata and Python's version. Prints nothing where there is no
# working Python in the environment.
fingerprint() {
  local version
  version=$("$venv/bin/python" -V 2>/dev/null) && printf '%s %s' "${version%.*}" "$(cksum <"$project/pyproject.toml")"
}

is_ready() {
  local stamp=$venv/.made-for-$1 made_from
  [[ -r $stamp && -x $venv/bin/cactus-sim ]] || return 1
  made_from=$(fingerprint) && [[ $made_from == "$(<"$stamp")" ]]
}

# Prints the first Python of 3.11 or later that can make virtual environments.
find_python() {
  local candidate path found="" crippled=""
  for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    path=$(command -v "$candidate") || continue
    found+="${found:+, }$candidate ($("$path" -V 2>&1 | head -n 1))"
    "$path" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
    if "$path" -c 'import venv, ensurepip' 2>/dev/null; then
      printf '%s' "$path"
      return
    fi
    crippled=$candidate
  done
  if [[ -n $crippled ]]; then
    fail "$crippled has no venv or ensurepip module, which the set-up needs." \
      "Install it (on Debian and Ubuntu: apt install python3-venv), then try again."
  fi
  fail "Python 3.11 or later is needed; found: ${found:-none}." \
    "Install it, or name one with PYTHON=/path/to/python3.11, then try again."
}

# One process at a time makes the environment; the others wait for it. A lock left by a process that died is removed.
take_lock() {
  local holder waiting="" tries=0
  until mkdir "$lock" 2>/dev/null; do
    [[ -d $lock ]] || fail "can't write in $project, where the virtual environment goes"
    holder=$(cat "$lock/pid" 2>/dev/null || true)
    if { [[ -n $holder ]] && ! kill -0 "$holder" 2>/dev/null; } || { [[ -z $holder ]] && ((++tries > 50)); }; then
      rm -rf "$lock"
      continue
    fi
    [[ -n $waiting ]] || say "waiting for process ${holder:-(starting)} to finish setting up"
    waiting=yes
    sleep 0.2
  done
  printf '%s' "$$" >"$lock/pid"
  trap 'rm -rf "$lock"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

release_lock() {
  rm -rf "$lock"
  trap - EXIT INT TERM
}

# Runs a step of the set-up; shows the end of what it said if it fails.
step() {
  local what=$1 log=$lock/log
  shift
  "$@" >"$log" 2>&1 </dev/null && return
  tail -n 15 "$log" >&2
  fail "$what failed (see above). Mend the cause and try again; 'rm -rf $venv' starts afresh."
}

make_environment() {
  local kind=$1 target=$project python
  [[ $kind == dev ]] && target=$project[dev]
  python=$(find_python)
  say "setting up $venv with $("$python" -V) (once; a minute or two)"
  # Made anew also where an earlier set-up was interrupted before pip was there.
  if [[ -z $(fingerprint) || $("$venv/bin/python" -V) != "$("$python" -V)" ]] ||
    ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    step "making a virtual environment" "$python" -m venv --clear "$venv"
  fi
  step "installing the packages" \
    "$venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check --editable "$target"
  fingerprint >"$lock/stamp"
  cp "$lock/stamp" "$venv/.made-for-run.$$" && mv -f "$venv/.made-for-run.$$" "$venv/.made-for-run"
  if [[ $kind == dev ]]; then
    cp "$lock/stamp" "$venv/.made-for-dev.$$" && mv -f "$venv/.made-for-dev.$$" "$venv/.made-for-dev"
  fi
}

environment() {
  is_ready "$1" && return
  take_lock
  is_ready "$1" || make_environment "$1"
  release_lock
}
