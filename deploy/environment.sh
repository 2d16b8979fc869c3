# Sourced by ./run and ./test: makes .venv and keeps it equal to a locked requirements file.
# POSIX sh; expects the project's root as the working directory.

python_works() {
    # Run it: a name on the PATH may be a shim that starts nothing.
    "$1" -c 'import sys, ssl, sqlite3, venv
sys.exit(not ((3, 11) <= sys.version_info[:2] < (3, 15) and sqlite3.sqlite_version_info >= (3, 35)))' >/dev/null 2>&1
}

find_python() {
    for candidate in "${PYTHON:-}" python3 python3.13 python3.14 python3.12 python3.11 "$HOME"/.pyenv/versions/3.1[1-4].*/bin/python3; do
        if [ -n "$candidate" ] && python_works "$candidate"; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

make_venv() {
    if python=$(find_python); then
        "$python" -m venv --clear .venv >/dev/null 2>&1 && return 0
        if command -v uv >/dev/null 2>&1; then
            uv venv -q --clear --python "$python" .venv && return 0
        fi
        rm -rf .venv
        echo "Python has no venv module with pip. On Debian and Ubuntu: apt install python3-venv" >&2
        return 1
    fi
    if command -v uv >/dev/null 2>&1 && uv venv -q --clear --python '>=3.11,<3.15' .venv; then
        return 0
    fi
    echo "Fieldpost needs Python 3.11 to 3.14 with SQLite 3.35 or later. Install one, or name it: PYTHON=/path/to/python3 $0" >&2
    return 1
}

find_uv() {
    # uv's own pin and hashes stand in requirements-dev.txt like those of every other tool.
    if [ ! -x .venv/bin/uv ] && [ -x .venv/bin/pip ]; then
        awk '/^uv==/ { on = 1 } on { print } on && !/\\$/ { exit }' requirements-dev.txt >.venv/uv.txt
        .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r .venv/uv.txt >/dev/null 2>&1
    fi
    if [ -x .venv/bin/uv ]; then
        echo .venv/bin/uv
    else
        command -v uv
    fi
}

install_locked() {
    # uv brings its own certificates unless told to believe those of the system, as pip does.
    if uv=$(find_uv) && UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-1}" \
        "$uv" pip install -q --python .venv/bin/python --require-hashes -r "$1"; then
        return 0
    fi
    echo "Going on with pip, which takes a little longer ..." >&2
    .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r "$1"
}

# prepare_environment FILE: FILE is requirements.txt or requirements-dev.txt, which holds everything of the first.
# The stamp is looked at before anything else, for even asking Python to do nothing takes seconds.
prepare_environment() {
    wanted=$(cksum <"$1")
    if [ "$(cat ".venv/stamp-$1" 2>/dev/null)" = "$wanted" ] && [ -x .venv/bin/python ]; then
        return 0
    fi
    echo "Making the environment ready (once; $1) ..." >&2
    python_works .venv/bin/python || make_venv || return 1
    install_locked "$1" || return 1
    if [ "$1" = requirements-dev.txt ]; then
        cksum <requirements.txt >.venv/stamp-requirements.txt
    fi
    echo "$wanted" >".venv/stamp-$1"
}
