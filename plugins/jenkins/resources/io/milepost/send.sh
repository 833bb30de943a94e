# Behind a line that sets: 1 the folder of the call, 2 the address of Milepost, 3 send or dry-run,
# 4 how long one attempt may take, 5 within which time others may begin, both in seconds.
# Exit codes: those of milepost.mjs (0 recorded, 1 down, 2 wrong configuration); 10 when curl has
# asked, see the files status, answer and errors; 11 with neither Node.js nor curl; 12 for a dry run.
folder=$1 url=$2 way=$3 attempt=$4 rest=$5

if node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' >/dev/null 2>&1; then
  node "$folder/start.mjs"
  exit
fi
command -v curl >/dev/null 2>&1 || exit 11
[ "$way" = send ] || exit 12

LC_ALL=C
export LC_ALL
: >"$folder/answer"
: >"$folder/errors"
# The key goes in by here documents: other users of a machine can read a command line.
key=$(tr -d ' \t\r\n' <<END
${MILEPOST_API_KEY:-${MILEPOST_ID_TOKEN:-}}
END
)
case $key in
  '') echo 'key missing' >"$folder/status" && exit 10 ;;
  *[!A-Za-z0-9._~+/=-]*) echo 'key wrong' >"$folder/status" && exit 10 ;;
esac

# A refused connection counts as worth another attempt since curl 7.52.
refused=--retry-connrefused
curl $refused --version >/dev/null 2>&1 || refused=
# To curl, a retry time of 0 has no end.
retries=8
[ "$rest" -gt 0 ] || retries=0
# -q: a .curlrc that follows redirects would take the key along.
http=$(curl -q --silent --show-error --globoff --request POST --url "$url/api/v1/ingest/jenkins" \
  --header 'Content-Type: application/x-www-form-urlencoded' --header 'Accept: application/json' \
  --header 'Expect:' --user-agent milepost-jenkins --data-binary "@$folder/form" \
  --max-time "$attempt" --retry "$retries" --retry-max-time "$rest" $refused --max-filesize 1000000 \
  --output "$folder/answer" --write-out '%{http_code}' --config - 2>"$folder/errors" <<END
header = "Authorization: Bearer $key"
END
)
echo "$? ${http:-0}" >"$folder/status"
exit 10
