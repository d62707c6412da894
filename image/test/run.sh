#!/usr/bin/env bash
# Builds the card and starts it in simulated machines; prints `N passed, N failed` last.
# The long tests (half an hour and more) run when what they test has changed since they last passed here, on a fresh machine when it
# has changed since the commit that CI_BASE names, or with FULL=1. With --prepare it only builds.
set -uo pipefail
cd "$(dirname "$0")/../.."

if [ "$(id -u)" -ne 0 ]; then
  if sudo -n true 2> /dev/null; then exec sudo -n --preserve-env=FULL,CI_BASE,PATH "$0" "$@"; fi
  echo "the card is built as root: run this as root"
  echo "0 passed, 1 failed"
  exit 1
fi

relevant=(image src/setup src/store hw/gpio test/image)
stamp=image/.cache/passed

# Everything the long tests depend on, as it lies here: committed or not.
fingerprint() { git ls-files -z --cached --others --exclude-standard -- "${relevant[@]}" | sort -z | xargs -0 sha256sum 2> /dev/null | sha256sum | cut -c1-64; }

are_long_needed() {
  [ "${FULL:-}" = 1 ] && return 0
  git rev-parse --git-dir > /dev/null 2>&1 || return 1
  [ -e "$stamp" ] && { [ "$(cat "$stamp")" != "$(fingerprint)" ]; return; }
  [ -n "${CI_BASE:-}" ] || return 1
  git rev-parse --verify -q "$CI_BASE" > /dev/null || return 0
  ! git diff --quiet "$CI_BASE" -- "${relevant[@]}"
}

begun=$SECONDS
node image/test/prepare.mjs || { echo "0 passed, 1 failed"; exit 1; }
echo "tools, card and updates: $((SECONDS - begun)) s"
[ "${1:-}" = --prepare ] && exit 0

if are_long_needed; then
  node image/test/run.mjs "$@"
  status=$?
  [ "$status" -eq 0 ] && [ "$#" -eq 0 ] && fingerprint > "$stamp"
else
  node image/test/run.mjs --quick --second-try "$@"
  status=$?
fi
exit "$status"
