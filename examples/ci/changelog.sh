#!/bin/sh
# Adds entries to a changelog and creates releases, with curl alone. A step that is run again has the same
# effect once: each request has an Idempotency-Key that is derived from the commit and the arguments.
set -eu

usage() {
  cat >&2 <<'USAGE'
usage:
  changelog.sh add <type> <description>                  adds an entry under Unreleased, rendered as it is. The types are
                                                         Added, Changed and Removed, or CHANGELOG_ENTRY_TYPES of the service
  changelog.sh preview [PATCH|MINOR|MAJOR]               prints the version and the diff of a release
  changelog.sh release [PATCH|MINOR|MAJOR]               creates a release, and prints its version
  changelog.sh notes [<version>|latest|unreleased]       prints the notes of a version as Markdown

variables:
  CHANGELOG_URL      the URL of the service, such as https://changelog.example
  CHANGELOG_API_KEY  the key of this job; without it, an ID token is sent:
  CHANGELOG_TOKEN    an ID token that the CI system has created, or
  CHANGELOG_AUDIENCE the audience of the ID tokens that the script gets from GitHub Actions. The job needs the
                     permission id-token: write.
  CHANGELOG_RUN      what must be the same when a step is run again, such as the number of a pull request.
                     By default, the commit that is checked out.

exit codes: 0 done, 1 refused by the service, 2 invalid command line, 3 the service cannot be reached,
            4 nothing to release
USAGE
  exit 2
}

[ $# -ge 1 ] || usage
command=$1
shift
: "${CHANGELOG_URL:?expected the URL of the service}"
if [ -z "${CHANGELOG_API_KEY-}${CHANGELOG_TOKEN-}" ]; then
  : "${CHANGELOG_AUDIENCE:?expected CHANGELOG_API_KEY, CHANGELOG_TOKEN or CHANGELOG_AUDIENCE}"
  : "${ACTIONS_ID_TOKEN_REQUEST_URL:?expected the permission id-token: write of this job}"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A shell need not run the trap above when a signal ends it.
trap 'exit 130' INT TERM HUP

# Prints the credential of this job as a line of a config of curl. An ID token lives for some minutes, so each attempt
# of a request gets a new one.
credential() {
  if [ -n "${CHANGELOG_API_KEY-}" ]; then
    # A secret that was pasted often ends with a line break.
    printf 'header = "X-API-Key: %s"\n' "$(printf '%s' "$CHANGELOG_API_KEY" | tr -d '\r\n')"
    return
  fi
  token=$(printf '%s' "${CHANGELOG_TOKEN-}" | tr -d '\r\n')
  if [ -z "$token" ]; then
    printf 'header = "Authorization: Bearer %s"\n' "$ACTIONS_ID_TOKEN_REQUEST_TOKEN" |
      curl --silent --show-error --fail --config - --get --data-urlencode "audience=$CHANGELOG_AUDIENCE" \
        --retry 3 --connect-timeout 10 --max-time 30 --output "$folder/token" "$ACTIONS_ID_TOKEN_REQUEST_URL" || return
    token=$(member value <"$folder/token")
    if [ -z "$token" ]; then
      echo 'expected an ID token from GitHub Actions, got none' >&2
      return 1
    fi
  fi
  printf 'header = "Authorization: Bearer %s"\n' "$token"
}

# Sends a request until the service responds: request <method> <path> <accept> [<body> <key>].
# Prints the body. The credential is sent through standard input, because other users can read arguments.
request() {
  attempt=1
  while :; do
    credential >"$folder/config" || exit 3
    set -- "$1" "$2" "$3" "${4-}" "${5-}"
    if [ -n "$4" ]; then
      printf '%s' "$4" >"$folder/request"
      printf 'header = "Content-Type: application/json"\ndata-binary = "@%s"\n' "$folder/request" >>"$folder/config"
    fi
    [ -z "$5" ] || printf 'header = "Idempotency-Key: %s"\n' "$5" >>"$folder/config"
    status=$(curl --silent --show-error --config - --request "$1" --header "Accept: $3" \
      --connect-timeout 10 --max-time 120 --output "$folder/response" --dump-header "$folder/header" \
      --write-out '%{http_code}' "${CHANGELOG_URL%/}$2" <"$folder/config" 2>"$folder/error") || status=000
    case $status in
      200)
        cat "$folder/response"
        return
        ;;
      000 | 409 | 429 | 5??) ;;
      *)
        describe >&2
        exit 1
        ;;
    esac
    if [ "$attempt" -ge "${CHANGELOG_ATTEMPTS:-6}" ]; then
      describe >&2
      [ "$status" = 000 ] && exit 3
      exit 1
    fi
    wait_before_retry
    attempt=$((attempt + 1))
  done
}

# Prints why a request failed.
describe() {
  if [ "$status" = 000 ]; then
    cat "$folder/error"
  else
    printf 'status %s: ' "$status"
    cat "$folder/response"
    echo
  fi
}

# Waits as long as the service asks for, or longer with each attempt.
wait_before_retry() {
  seconds=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9][0-9]*\).*/\1/p' "$folder/header" 2>/dev/null || true)
  sleep "${seconds:-$attempt}"
}

# Prints a text as the content of a JSON string.
escape() {
  printf '%s' "$1" | tr -d '\000-\010\013-\037' | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' |
    awk 'NR > 1 { printf "\\n" } { printf "%s", $0 }'
}

# Prints a member of a JSON response that is a string without quotation marks.
member() {
  sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p"
}

# Prints the diff of a JSON response as lines.
diff_of() {
  sed -n 's/.*"diff": *"\(\([^"\\]\|\\.\)*\)".*/\1/p' | awk '{
    for (rest = $0; (at = index(rest, "\\")) > 0; rest = substr(rest, at + 2)) {
      character = substr(rest, at + 1, 1)
      printf "%s%s", substr(rest, 1, at - 1), character == "n" ? "\n" : character == "t" ? "\t" : character
    }
    print rest
  }'
}

# Prints the key of a request. The same step for the same commit has the same key.
key() {
  run=${CHANGELOG_RUN:-}
  [ -n "$run" ] || run=$(git rev-parse HEAD) || exit 2
  printf '%s\n' "$run" "$@" | git hash-object --stdin
}

check_bump() {
  case $1 in
    PATCH | MINOR | MAJOR) ;;
    *)
      printf 'expected PATCH, MINOR or MAJOR, got %s\n' "$1" >&2
      exit 2
      ;;
  esac
}

case $command in
  add)
    [ $# -eq 2 ] || usage
    case $1 in
      Added | Changed | Deprecated | Removed | Fixed | Security) ;;
      *)
        printf 'expected Added, Changed, Removed, or Deprecated, Fixed or Security, got %s\n' "$1" >&2
        exit 2
        ;;
    esac
    body="{\"changes\":[{\"type\":\"$1\",\"description\":\"$(escape "$2")\"}],\"escape\":true}"
    key=$(key add "$1" "$2") || exit 2
    request POST /api/changelog/update application/json "$body" "$key" >/dev/null
    echo "added: $2"
    ;;
  preview)
    bump=${1:-PATCH}
    check_bump "$bump"
    response=$(request POST /api/changelog/release application/json "{\"version_bump\":\"$bump\",\"dry_run\":true}")
    printf '%s\n' "$response" | member version
    printf '%s\n' "$response" | diff_of
    ;;
  release)
    bump=${1:-PATCH}
    check_bump "$bump"
    key=$(key release "$bump") || exit 2
    response=$(request POST /api/changelog/release application/json "{\"version_bump\":\"$bump\"}" "$key")
    case $response in
      *'"success":true'*)
        printf '%s\n' "$response" | member version
        ! grep -qi '^idempotency-replayed: true' "$folder/header" || echo 'it was released before' >&2
        ;;
      *)
        printf 'nothing to release: %s\n' "$(printf '%s\n' "$response" | member reason)" >&2
        exit 4
        ;;
    esac
    ;;
  notes)
    request GET "/api/changelog/${1:-latest}" text/markdown
    echo
    ;;
  *) usage ;;
esac
