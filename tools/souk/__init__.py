"""The `./souk` command: builds, runs, tests and checks the whole shop on one machine.

Map, from the outside in:

- `cli`          the arguments; `commands/` has one module per sub-command
- `shop`         one running shop: its servers, services and Envoy, in the order in which they start
- `postgres`, `rabbitmq`, `services`, `envoy`    what each part needs and the process that it is
- `compose`, `envoy_image`    the same shop in containers (docker-compose.yml, deploy/docker)
- `supervisor`   the small process that keeps the others alive
- `build`, `toolchains`, `machine`    what must be there before anything can start
- `layout`, `state`, `ports`, `credentials`, `processes`, `console`    the ground that they stand on

Standard library only, Python 3.9 or newer: it has to run before anything else is there.
"""
