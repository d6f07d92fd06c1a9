# Makes a call that waits for an approval, and says nothing: `waiting.sh TOOL ARGUMENT`.
candor call "$@" >> ~/calls.txt 2>&1 &
