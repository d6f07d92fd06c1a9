# The id of the first call that waits.
candor approvals list --json | grep -o '"id": *"[^"]*"' | cut -d'"' -f4
