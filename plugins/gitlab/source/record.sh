# Milepost puts this job on the timeline. What runs here: https://github.com/OWNER/milepost/blob/main/docs/gitlab.md
(
  # A trace would show the key; whatever else the job has set is none of our business.
  { set +exu; } 2>/dev/null
  set -f
  unset IFS

  say() { printf 'Milepost: %s\n' "$1"; }
  warn() { printf '\033[33mMilepost: %s\033[0m\n' "$1"; }

  # Where GitLab knows no value it leaves the name of the variable.
  url=${MILEPOST_SERVER-}
  case $url in '' | '$'*) url=${MILEPOST_URL-} ;; esac
  url=${url%/}
  key=${MILEPOST_API_KEY:-${MILEPOST_ID_TOKEN-}}
  timeout=${MILEPOST_TIMEOUT:-30}
  is_dry=''
  case ${MILEPOST_DRY_RUN-} in *true*) is_dry=yes ;; esac
  [ "${MILEPOST_SEVERITY-}" != auto ] || MILEPOST_SEVERITY=''
  [ "${MILEPOST_STATUS-}" != none ] || MILEPOST_STATUS=''
  # The hidden jobs run this before and after the script, and GitLab says which it is. To give the
  # beginning makes it the end of this job, whatever its type: db-migration-failed.
  started_at=''
  if [ "${MILEPOST_FORM-}" != job ]; then
    MILEPOST_STATUS=''
    if [ "${CI_JOB_STATUS-}" = running ]; then
      MILEPOST_STATUS=started
      timeout=${MILEPOST_START_TIMEOUT:-10}
    else
      started_at=${CI_JOB_STARTED_AT-}
    fi
  fi
  given='type:TYPE environment:ENVIRONMENT version:VERSION source:SOURCE severity:SEVERITY
    description:DESCRIPTION data:DATA status:STATUS'

  # Ends with the exit code of `milepost send`, or with 90 or more where this Node cannot run it.
  with_node() {
    command -v node >/dev/null 2>&1 || return 90
    export MILEPOST_URL="$url"
    if [ -z "${NODE_EXTRA_CA_CERTS-}" ] && [ -r "${CI_SERVER_TLS_CA_FILE-}" ]; then
      export NODE_EXTRA_CA_CERTS="$CI_SERVER_TLS_CA_FILE"
    fi
    set -- send --fail-on-error=always "--timeout=$timeout"
    [ -z "$is_dry" ] || set -- "$@" --dry-run
    [ -z "$started_at" ] || set -- "$@" "--started-at=$started_at"
    for pair in $given; do
      eval "value=\${MILEPOST_${pair#*:}-}"
      [ -z "$value" ] || set -- "$@" "--${pair%:*}=$value"
    done
    event=$(
      printf '%s' '@@bundle@@' 2>/dev/null | node --input-type=commonjs -e '
        if (parseInt(process.versions.node) < 20) process.exit(90);
        var text = "";
        process.stdin.on("data", function (part) { text += part; }).on("end", function () {
          try {
            var code = require("zlib").gunzipSync(Buffer.from(text, "base64"));
            var sum = require("crypto").createHash("sha256").update(code).digest("hex");
          } catch (error) {}
          if (sum !== "@@sha256@@") process.exit(91);
          import("data:text/javascript;base64," + code.toString("base64"));
        });
      ' milepost "$@"
    )
    code=$?
    # Else it is in the timeline, and need not be in the log.
    if [ -n "$event" ] && { [ "$code" -ne 0 ] || [ -n "$is_dry" ]; }; then printf '%s\n' "$event"; fi
    return "$code"
  }

  # The server derives from the same variables. Ends as `milepost send` does, or with 90.
  with_curl() {
    command -v curl >/dev/null 2>&1 || return 90
    set --
    for name in @@variables@@; do
      eval "value=\${$name-}"
      [ -z "$value" ] || set -- "$@" --data-urlencode "env.$name=$value"
    done
    for pair in $given; do
      eval "value=\${MILEPOST_${pair#*:}-}"
      [ -z "$value" ] || set -- "$@" --data-urlencode "given.${pair%:*}=$value"
    done
    [ -z "$started_at" ] || set -- "$@" --data-urlencode "given.startedAt=$started_at"
    if [ -n "$is_dry" ]; then
      for field; do case $field in --*) ;; *) plain "$field" ;; esac; done
      say 'dry run, nothing was sent'
      return 0
    fi
    check || return 2
    post "$@"
    # 60: a certificate that nobody here knows. That of GitLab may come from the same authority.
    if [ "$exit" -eq 60 ] && [ -r "${CI_SERVER_TLS_CA_FILE-}" ]; then
      post --cacert "$CI_SERVER_TLS_CA_FILE" "$@"
    fi
    explain
  }

  check() {
    problem=''
    case $url in
      '') problem='MILEPOST_URL: is missing, set it to the address of Milepost' ;;
      http://?* | https://?*) ;;
      *) problem='MILEPOST_URL: must be an address such as https://milepost.example.com' ;;
    esac
    case $key in
      '') problem="${problem:+$problem; }MILEPOST_API_KEY: is missing, set it to an API key with the scope READ_WRITE" ;;
      *[!A-Za-z0-9._~+/=-]*) problem="${problem:+$problem; }MILEPOST_API_KEY: holds characters that no API key has" ;;
    esac
    [ -z "$problem" ] || warn "wrong configuration, nothing was recorded: $problem"
    [ -z "$problem" ]
  }

  # The key comes by stdin: other users of a machine can read a command line.
  post() {
    answer=$(
      printf 'header = "Authorization: Bearer %s"\n' "$key" |
        curl -sSg -K - -A milepost-gitlab -H 'Accept: application/json' -w '\n%{http_code}' \
          --connect-timeout 10 --max-time "$timeout" \
          --retry 4 --retry-max-time "$timeout" --retry-connrefused \
          "$@" "$url/api/v1/ingest/gitlab" 2>&1
    )
    exit=$?
    http=${answer##*"
"}
    answer=${answer%"
"*}
  }

  # What a server says is shown without what moves a cursor, and without the key.
  plain() { printf '%s' "$1" | tr '\n' ' ' | tr -d '\000-\037\177' | head -c 500; printf '\n'; }
  explain() {
    answer=$(plain "$answer")
    while :; do
      case $answer in *"$key"*) answer="${answer%%"$key"*}***${answer#*"$key"}" ;; *) break ;; esac
    done
    case $http in
      200 | 201)
        id=$(printf '%s' "$answer" | sed -n 's/^.*"id":"\(gl-[0-9a-z-]*\)".*$/\1/p')
        say "recorded by $url${id:+ as $id}"
        return 0 ;;
      401) warn "wrong configuration, not recorded: the API key was refused: $answer" ;;
      403) warn "wrong configuration, not recorded: the API key may not do this: $answer" ;;
      404 | 405) warn "wrong configuration, not recorded: Milepost is not at $url, or older than this component: $answer" ;;
      3??) warn "wrong configuration, not recorded: $url redirects: set the address to where Milepost really is" ;;
      408 | 425 | 429 | 5?? | 000 | '')
        warn "not recorded, Milepost did not answer as it should (${http:-none}): $answer"
        return 1 ;;
      *) warn "wrong configuration, not recorded: Milepost refused it ($http): $answer" ;;
    esac
    return 2
  }

  with_node
  code=$?
  if [ "$code" -eq 91 ]; then
    warn 'the program in this template does not fit its checksum, it was not run'
    code=2
  elif [ "$code" -gt 2 ]; then
    with_curl
    code=$?
    if [ "$code" -eq 90 ]; then
      warn 'nothing was recorded: the image of this job has neither Node.js 20 nor curl, add one of them'
      code=2
    fi
  fi
  if [ "$code" -eq 2 ] && [ -z "$key" ] && [ -z "$is_dry" ]; then
    warn 'MILEPOST_API_KEY is empty here: a protected variable is there on protected branches and tags only'
  fi
  case ${MILEPOST_FAIL_ON_ERROR:-never}:$code in
    *:0) exit 0 ;;
    config:2 | always:*) exit "$code" ;;
  esac
  warn 'this is not on the timeline; the job goes on as if it were'
  exit 0
)
