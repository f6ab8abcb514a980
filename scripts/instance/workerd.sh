#!/bin/sh
# The runtime ends with the process that started it, even when that one is killed outright and cannot clean up.
if command -v setpriv >/dev/null 2>&1; then exec setpriv --pdeathsig KILL "$CUE_WORKERD" "$@"; fi
exec "$CUE_WORKERD" "$@"
