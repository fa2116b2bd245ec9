# shellcheck shell=bash
# How the scripts talk: one line for each step with its seconds, the output of a quiet step in
# build/logs/, and its end shown when the step fails.

work=''       # a temporary folder of the script, removed at its end
progress=''   # the process that shows progress, if one runs

at_exit() {
  if [ -n "$progress" ]; then kill "$progress" 2>/dev/null || true; fi
  if [ -n "$work" ]; then rm -rf "$work"; fi
}
trap at_exit EXIT
trap 'exit 130' INT TERM

say() { printf '%s\n' "$*"; }

# fail MESSAGE [WHAT-TO-DO]
fail() {
  printf 'error: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf '  %s\n' "$2" >&2; fi
  exit 1
}

# Rewrites the step's line once a second with the time and the last line of its log.
show_progress() {
  local text=$1 log=$2 started=$SECONDS width last
  width=$(($(tput cols 2>/dev/null || echo 80) - ${#text} - 12))
  while sleep 1; do
    last=$(tail -n 1 "$log" 2>/dev/null | tr -d '\000-\037' | cut -c "1-$((width > 10 ? width : 10))")
    printf '\r\033[K%s ... %d s  %s' "$text" $((SECONDS - started)) "$last" >&2
  done
}

# step LOG-NAME TEXT COMMAND [ARGUMENT...]
# Runs a command quietly and returns its status; a caller that has better advice than the log
# handles that status, the others go through `must`.
step() {
  local log="$root/build/logs/$1.log" text=$2 started=$SECONDS status=0
  shift 2
  mkdir -p "$root/build/logs"
  : >"$log"
  if [ -t 2 ]; then
    show_progress "$text" "$log" &
    progress=$!
  fi
  ("$@") >"$log" 2>&1 </dev/null || status=$?
  if [ -n "$progress" ]; then
    kill "$progress" 2>/dev/null
    wait "$progress" 2>/dev/null || true
    progress=''
    printf '\r\033[K' >&2
  fi
  if [ $status = 0 ]; then
    say "$text: $((SECONDS - started)) s"
  else
    say "$text: failed after $((SECONDS - started)) s"
    tail -n 25 "$log" | sed 's/^/  | /' >&2
    printf '  The whole log: %s\n' "$log" >&2
  fi
  return $status
}

# must LOG-NAME TEXT COMMAND [ARGUMENT...]: a step without which there is no going on.
must() {
  step "$@" || fail "'$2' did not succeed; the reason is above." "Run this again once it is mended; what was done is kept."
}
