#!/bin/sh
# Runs nginx in compose.yaml: nginx.conf with the site's name, which looks the instances up anew every two seconds (nginx
# 1.27.3), with a certificate that browsers warn of until certbot's is there, and loads each new one within a minute.
set -eu
name=${PUBLIC_ORIGIN#https://}
sed "s/example\.org/$name/g; s/server site:3000 /&resolve /; s/^  upstream nagrik {/  resolver 127.0.0.11 valid=2s ipv6=off;\n&\n    zone nagrik 64k;/" \
  "${1:-/etc/nginx/nagrik.conf}" >/etc/nginx/nginx.conf
cd /etc/nginx/certificates
[ -e fullchain.pem ] || openssl req -x509 -newkey rsa:2048 -nodes -subj "/CN=$name" -days 90 -keyout privkey.pem -out fullchain.pem
touch /tmp/loaded
while sleep 60; do
  if [ fullchain.pem -nt /tmp/loaded ]; then
    touch /tmp/loaded
    nginx -t -q && nginx -s reload
  fi
done &
exec nginx -g 'daemon off;'
