#!/bin/sh
# Installs Nagrik on a fresh Debian 12 or later, from this clone: PostgreSQL, nginx with TLS, a user, units, timers.
#   install.sh NAME [ADDRESS]   NAME: the site's own, such as example.org, which points here. With ADDRESS, its owner's, a
#                               certificate of Let's Encrypt is asked for; else one that browsers warn of is made. It asks
#                               for the mail server that sends codes: smtps://USER:PASSWORD@HOST
#   install.sh --remove         takes away what it put here, but for data, backups, database and settings
# Run it as root, on a machine without other accounts: its proxy trusts the ports 3000 and 3001. Twice does no harm. Then: nagrik doctor, and nagrik grant PERSON admin.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
home=/srv/nagrik
units='nagrik@.service nagrik-backup.service nagrik-backup.timer nagrik-drill.service nagrik-drill.timer'
fail() { echo "$*" >&2; exit 1; }

case "${1:---help}" in
--help | -h) sed -n '2,8s/^# \{0,1\}//p' "$0"; echo "Database: PostgreSQL on this machine, which it makes, unless /etc/nagrik.env names another."; exit 0 ;;
--remove)
  systemctl disable --now nagrik@3000 nagrik@3001 nagrik-backup.timer nagrik-drill.timer 2>/dev/null || :
  for unit in $units; do rm -f "/etc/systemd/system/$unit"; done
  systemctl daemon-reload
  [ ! -e /etc/nginx/nginx.conf.before-nagrik ] || mv /etc/nginx/nginx.conf.before-nagrik /etc/nginx/nginx.conf
  systemctl reload-or-restart nginx || :
  rm -rf /usr/local/bin/nagrik /usr/local/lib/nagrik /etc/letsencrypt/renewal-hooks/deploy/nagrik "$home"
  echo 'Removed. Left: /etc/nagrik.env, /var/lib/nagrik, /var/lib/nagrik-backups, the database nagrik.'
  exit 0
  ;;
esac
[ "$(id -u)" = 0 ] || fail 'Run it as root.'
name=$1
mail=${2:-}
echo "$name" | grep -Eq '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$' || fail "$name is not the name of a site."

echo 'Step 1 of 5: packages'
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq nginx postgresql postgresql-client git nodejs npm curl openssl util-linux ${mail:+certbot} >/dev/null
# Debian's own Node is too old to build with: the one that the site pins, and an npm for it, by Debian's npm.
tools=/usr/local/lib/nagrik
node=node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
version=$(sed -n "s/^ *\"$node\": \"\([0-9.]*\)\".*/\1/p" "$here/../package-lock.json" | head -n 1)
npm=$(sed -n 's/^ *"packageManager": "\(npm@[0-9.]*\)".*/\1/p' "$here/../package.json")
npm install --silent --prefix "$tools" "$node@$version" "$npm"
ln -sf "../$node/bin/node" "$tools/node_modules/.bin/node"

echo 'Step 2 of 5: user, database, settings'
id nagrik >/dev/null 2>&1 || useradd --system --home-dir "$home" --shell /usr/sbin/nologin nagrik
install -d -o root -g root -m 0755 "$home"
install -d -o nagrik -g nagrik -m 0755 "$home/releases" "$home/home"
install -d -o nagrik -g nagrik -m 0700 /var/lib/nagrik /var/lib/nagrik-backups
if [ ! -e /etc/nagrik.env ]; then
  # Neither password is an argument, which everybody on the machine could read.
  printf 'The mail server that sends codes (smtps://USER:PASSWORD@HOST): '
  read -r smtp
  [ -n "$smtp" ] || fail 'It needs a mail server: codes to sign in are mails.'
  password=$(openssl rand -hex 24)
  as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups env -C / "$@"; }
  systemctl -q enable --now postgresql
  as_postgres psql -q -v ON_ERROR_STOP=1 <<END
select 'create role nagrik login createdb' where not exists (select from pg_roles where rolname = 'nagrik') \\gexec
alter role nagrik password '$password';
END
  as_postgres psql -tAqc "select 1 from pg_database where datname = 'nagrik'" | grep -q 1 || as_postgres createdb -O nagrik nagrik
  # Another server on the machine may have the usual port.
  port=$(as_postgres psql -tAqc 'show port')
  (
    umask 077
    cat >/etc/nagrik.env <<END
PUBLIC_ORIGIN=https://$name
AUTH_SECRET=$(openssl rand -hex 32)
DATABASE_URL=postgres://nagrik:$password@127.0.0.1:$port/nagrik
ERASURES_FILE=/var/lib/nagrik/erasures.jsonl
SMTP_URL=$smtp
MAIL_FROM=no-reply@$name
${mail:+SUPPORT_EMAIL=$mail}
END
  )
fi

echo 'Step 3 of 5: nginx and its certificate'
install -d /etc/nginx/certificates /var/cache/nginx/pages /var/www/acme
chown -R www-data: /var/cache/nginx
if [ ! -e /etc/nginx/certificates/fullchain.pem ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -subj "/CN=$name" -addext "subjectAltName=DNS:$name" -days 90 \
    -keyout /etc/nginx/certificates/privkey.pem -out /etc/nginx/certificates/fullchain.pem 2>/dev/null
fi
[ -e /etc/nginx/nginx.conf.before-nagrik ] || cp /etc/nginx/nginx.conf /etc/nginx/nginx.conf.before-nagrik
ipv6=
[ ! -e /proc/net/if_inet6 ] || ipv6='s/^\( *\)listen \([0-9].*\);/&\n\1listen [::]:\2;/'
{
  echo 'user www-data;'
  sed "s/example\.org/$name/g; s/server site:3000 \(.*\);/server 127.0.0.1:3000 \1;\n    server 127.0.0.1:3001 \1;/; $ipv6" "$here/nginx.conf"
} >/etc/nginx/nginx.conf
nginx -t -q
systemctl reload-or-restart nginx
if [ -n "$mail" ]; then
  certbot certonly --quiet --non-interactive --agree-tos --email "$mail" --webroot --webroot-path /var/www/acme --domain "$name"
  hook=/etc/letsencrypt/renewal-hooks/deploy/nagrik
  printf '#!/bin/sh\nset -eu\nfor file in fullchain privkey; do ln -sf "/etc/letsencrypt/live/%s/$file.pem" "/etc/nginx/certificates/$file.pem"; done\nnginx -t -q && systemctl reload nginx\n' "$name" >"$hook"
  chmod +x "$hook"
  "$hook"
fi

echo 'Step 4 of 5: the first release'
install -m 0755 "$here/nagrik" /usr/local/bin/nagrik
for unit in $units; do install -m 0644 "$here/$unit" /etc/systemd/system/; done
systemctl daemon-reload
if [ ! -e "$home/repo/.git" ]; then
  origin=$(git -C "$here" -c safe.directory='*' config --get remote.origin.url || dirname "$here")
  install -d -o nagrik -g nagrik "$home/repo"
  setpriv --reuid=nagrik --regid=nagrik --init-groups env HOME="$home/home" git -c safe.directory='*' clone -q "$origin" "$home/repo" ||
    fail "The user nagrik cannot fetch $origin: updates will come from there. Clone this from an address, or into /opt."
fi
nagrik update "$(git -C "$here" -c safe.directory='*' rev-parse HEAD)"

echo 'Step 5 of 5: timers'
systemctl -q enable --now nagrik-backup.timer nagrik-drill.timer
echo "https://$name is up. Mail, SMS and other settings: /etc/nagrik.env, then systemctl restart 'nagrik@*'."
