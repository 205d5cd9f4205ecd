#!/bin/sh
# Cloudron starts this as root and says by variables where the app is reached.
set -eu
mkdir -p "$DATA_DIR" "$BACKUP_DIR"
# A restore does not keep owners.
chown -R parley:parley "$DATA_DIR" "$BACKUP_DIR"
export PUBLIC_URL="$CLOUDRON_APP_ORIGIN" HOME="$DATA_DIR"
exec setpriv --reuid=parley --regid=parley --init-groups --no-new-privs node scripts/start.mjs
