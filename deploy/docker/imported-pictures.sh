#!/bin/sh
# The wall around catalog's way out (deploy/docker/imported-pictures.yml): from its network `outside` the server lets through what goes to
# ports 80 and 443 of public addresses, and questions for names, which Docker asks there; nothing to this server itself, to its
# neighbours, to other containers or to the addresses at which clouds tell their machines secrets. Catalog refuses the same networks by
# itself (services/catalog/src/remote_pictures/address.rs; a test compares them). Run as root; again, it changes nothing. Docker leaves
# the chain DOCKER-USER to the administrator and makes it when it starts.
set -eu

OUTSIDE=172.30.59.0/24
CHAIN=SOUK-PICTURES

# All of the chain at once: there is no moment without it.
iptables-restore --wait --noflush <<RULES
*filter
:$CHAIN - [0:0]
-A $CHAIN -p udp --dport 53 -j RETURN
-A $CHAIN -p tcp --dport 53 -j RETURN
-A $CHAIN -d 0.0.0.0/8 -j REJECT
-A $CHAIN -d 10.0.0.0/8 -j REJECT
-A $CHAIN -d 100.64.0.0/10 -j REJECT
-A $CHAIN -d 127.0.0.0/8 -j REJECT
-A $CHAIN -d 169.254.0.0/16 -j REJECT
-A $CHAIN -d 172.16.0.0/12 -j REJECT
-A $CHAIN -d 168.63.129.16/32 -j REJECT
-A $CHAIN -d 192.0.0.0/24 -j REJECT
-A $CHAIN -d 192.0.2.0/24 -j REJECT
-A $CHAIN -d 192.88.99.0/24 -j REJECT
-A $CHAIN -d 192.168.0.0/16 -j REJECT
-A $CHAIN -d 198.18.0.0/15 -j REJECT
-A $CHAIN -d 198.51.100.0/24 -j REJECT
-A $CHAIN -d 203.0.113.0/24 -j REJECT
-A $CHAIN -d 224.0.0.0/3 -j REJECT
-A $CHAIN -p tcp -m multiport --dports 80,443 -j RETURN
-A $CHAIN -j REJECT
COMMIT
RULES

# INPUT has what is for this server itself.
for from in DOCKER-USER INPUT; do
  iptables --wait --check "$from" --source "$OUTSIDE" --jump "$CHAIN" 2>/dev/null ||
    iptables --wait --insert "$from" --source "$OUTSIDE" --jump "$CHAIN"
done
