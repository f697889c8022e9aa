#!/bin/sh
# Updates the site of compose.yaml from this clone, without a request that fails: git pull, then
#   compose-update.sh [INSTANCES]   makes a backup, then one instance after another: the next old one ends when a new one
#                                   is ready. One that does not get ready ends it there. INSTANCES: how many run then
#                                   (default: as now)
# To go back: git checkout the release before, and run it again.
set -eu
case "${1:-}" in --help | -h) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")/.."
compose() { docker compose --env-file deploy/nagrik.env -f deploy/compose.yaml "$@"; }
scale() { compose up -d --no-deps --no-recreate --scale "site=$1" site; }
address() { docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$1"; }
# Asked from where the readers' requests come. nginx looks names up every 2 s, and for 2 s passes by who refused it while
# starting: were the one before gone by then, nobody would answer.
wait_ready() {
  for _ in $(seq 120); do
    if compose exec -T proxy curl -fsS -m 3 -o /dev/null "http://$(address "$1"):3000/readyz" 2>/dev/null; then sleep 5; return 0; fi
    sleep 1
  done
  return 1
}
end() { docker stop "$1" >/dev/null && docker rm "$1" >/dev/null; }

compose build site
old=$(compose ps -q site)
[ -z "$old" ] || compose exec -T site node scripts/backup.ts /var/lib/nagrik/backups --keep 7,5,12
running=$(echo "$old" | grep -c . || :)
known=$old
for _ in $(seq "${1:-$running}"); do
  scale $(($(echo "$known" | grep -c . || :) + 1))
  new=$(compose ps -q site | grep -vxF "${known:-none}")
  if ! wait_ready "$new"; then
    end "$new"
    echo 'The new instance did not get ready: the ones before go on.' >&2
    exit 1
  fi
  known=$(printf '%s\n%s' "$known" "$new" | grep .)
  next=$(echo "$old" | head -n 1)
  if [ -n "$next" ]; then
    end "$next"
    old=$(echo "$old" | sed 1d)
    known=$(echo "$known" | grep -vxF "$next")
  fi
done
for one in $old; do end "$one"; done
