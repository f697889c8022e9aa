#!/bin/sh
# Copies the newest backup to another place, encrypted by age(1), and brings one back. Needs: apt-get install age rsync
#   offsite.sh put FOLDER TARGET KEYS       TARGET: a folder, or HOST:FOLDER for rsync over ssh; KEYS: public keys
#   offsite.sh get FILE IDENTITY FOLDER     unpacks a copy into FOLDER by its secret key
# `age-keygen -o identity.txt` makes the pair. The secret key belongs elsewhere, twice: without it no copy opens, and this
# machine needs the public one only (`age-keygen -y identity.txt`).
set -eu
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
case "${1:-}" in
put)
  newest=$(ls -d "$2"/nagrik-*Z | tail -n 1)
  name=$(basename "$newest")
  tar -C "$2" -cf "$work/tar" "$name"
  age --encrypt --recipients-file "$4" --output "$work/$name.tar.age" "$work/tar"
  rm "$work/tar"
  rsync --times --chmod=F600 "$work/$name.tar.age" "$3/"
  echo "Copied: $name to $3"
  ;;
get)
  # Whole before anything is unpacked: a damaged copy does not open. Who has the public key can make one, though.
  age --decrypt --identity "$3" --output "$work/tar" "$2"
  mkdir -p "$4"
  tar -C "$4" -xf "$work/tar"
  echo "Unpacked. Now: npm run restore -- $4/$(basename "$2" .tar.age)"
  ;;
*)
  sed -n '2,6s/^# \{0,1\}//p' "$0"
  [ "${1:-}" = --help ]
  ;;
esac
