#!/bin/sh
# Sample 00: gate a job of a pipeline on the machine that it landed on.
#
#   samples/00_gate_a_job.sh [OPTIONS OF kernodeck diagnose]
#
# Prints the diagnosis. Ends with 0 when the job may go on, 75 ("try again later") when the machine is at fault or could
# not be checked, so that a pipeline may retry on another runner, and with the code's own status when a retry cannot
# help: the package, the request, or kernodeck's own setup. KERNODECK names the command; else it is looked for on PATH.
command=${KERNODECK:-kernodeck}

report=$("$command" diagnose --format json "$@")
status=$?
if [ -z "$report" ]; then
  echo "sample 00: no diagnosis (status $status), so the job does not start." >&2
  exit "$status"
fi

# One field of the report's top level; it holds one field a line.
field() { printf '%s\n' "$report" | sed -n "s/^  \"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p"; }

code=$(field code)
owner=$(field owner)
echo "$code (owner: $owner): $(printf '%s\n' "$report" | sed -n 's/^  "message": "\(.*\)",$/\1/p')"
[ "$status" -eq 0 ] && exit 0
case $owner in
  machine | unknown)
    echo "Retry on another runner."
    exit 75
    ;;
  *) exit "$status" ;;
esac
