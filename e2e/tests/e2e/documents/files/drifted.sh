# A source whose server says something else than when it was pinned.
set -e
cp help.toml candor.toml
candor tools --source files
sed -i 's/overwrites one/replaces one/' files-tools.json
echo "Ask before you write." > instructions.txt
candor tools --source files || true
