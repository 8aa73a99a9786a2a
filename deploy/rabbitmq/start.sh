#!/bin/sh
# What RabbitMQ's container begins with: users and rights of definitions.json, with the passwords of the environment, in a file that the
# broker reads at every start (souk.conf).
set -eu
umask 077
folder=$(dirname "$0")
file=${TMPDIR:-/tmp}/souk-definitions.json
rm -f "$file"
awk '{
  while (match($0, /\$\{[A-Z_]+\}/)) {
    name = substr($0, RSTART + 2, RLENGTH - 3)
    if (ENVIRON[name] !~ /^[A-Za-z0-9._~-]+$/) {
      print name " must be letters, digits, dots, dashes: it stands in an address" > "/dev/stderr"
      exit 1
    }
    $0 = substr($0, 1, RSTART - 1) ENVIRON[name] substr($0, RSTART + RLENGTH)
  }
  print
}' "$folder/definitions.json" >"$file"
# The image begins as root and goes on as this user.
if [ "$(id -u)" = 0 ]; then chown rabbitmq "$file"; fi
exec docker-entrypoint.sh "$@"
