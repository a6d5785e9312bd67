#!/bin/sh
# Finds a Python that is new enough and lets it prepare the house: with_python.sh play|test [arguments]
root=$(dirname "$(dirname "$(readlink -f "$0")")")
prepare="$root/packaging/prepare.py"
new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

if [ -f "$root/.venv/pyvenv.cfg" ] && "$root/.venv/bin/python" -IS -c "$new_enough" 2>/dev/null; then
    exec "$root/.venv/bin/python" -I "$prepare" "$@"
fi
# first one that can also make environments; prepare.py says what is missing where none can
for needed in "import ensurepip; $new_enough" "$new_enough"; do
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$python" -IS -c "$needed" 2>/dev/null; then
            exec "$python" -I "$prepare" "$@"
        fi
    done
done
echo "Ridotto needs Python 3.11 or newer, and there is none on the PATH: please install one and try again." >&2
exit 1
