#!/bin/sh
# Installs the candor binary of a release.
#
#   curl -fsSL DOWNLOADS/install.sh | sh
#   CANDOR_BIN=~/bin sh install.sh          another place than ~/.local/bin
#
# A release sets DOWNLOADS to where its files are. The archive is unpacked only after its checksum
# has been compared.
set -eu

downloads=${CANDOR_DOWNLOADS:-@DOWNLOADS@}
place=${CANDOR_BIN:-$HOME/.local/bin}

fail() {
  echo "install: $*" >&2
  exit 1
}

case "$downloads" in
  @*) fail "this is the script of the source tree; set CANDOR_DOWNLOADS to the address of a release" ;;
esac

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-musl ;;
  Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
  Darwin-x86_64) target=x86_64-apple-darwin ;;
  Darwin-arm64) target=aarch64-apple-darwin ;;
  *) fail "there is no binary for $(uname -s) on $(uname -m); build it with \`cargo build --release\`" ;;
esac

fetch() {
  if command -v curl >/dev/null; then
    curl -fsSL --retry 3 -o "$2" "$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1"
  else
    fail "neither curl nor wget is installed"
  fi || fail "cannot download $1"
}

digest() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1" | cut -d' ' -f1
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1" | cut -d' ' -f1
  else
    fail "neither sha256sum nor shasum is installed, so the download cannot be checked"
  fi
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

archive=candor-$target.tar.gz
fetch "$downloads/$archive" "$folder/$archive"
fetch "$downloads/SHA256SUMS" "$folder/SHA256SUMS"

expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$folder/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS does not name $archive"
[ "$(digest "$folder/$archive")" = "$expected" ] \
  || fail "the checksum of $archive is wrong; nothing was installed"

tar -xzf "$folder/$archive" -C "$folder" candor
mkdir -p "$place"
# Renamed into place, so that a running gateway keeps its file.
mv "$folder/candor" "$place/.candor.new"
chmod 755 "$place/.candor.new"
mv "$place/.candor.new" "$place/candor"

echo "installed $("$place/candor" --version) in $place"
case ":$PATH:" in
  *":$place:"*) echo "next: candor serve" ;;
  *) echo "next: add $place to PATH, then run: candor serve" ;;
esac
