#!/bin/sh
# make check-browser: HTML reports in headless Chromium, at 1280 and 390 pixels: no script error, no
# request, no horizontal scroll, sorting works, every source link lands on a marked line.
# Usage: browser.sh PROGRAM
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ]; then
    echo "skipped: browser (chromium is not installed)"
    echo "browser: 0 passed, 0 failed, 1 skipped"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
cat >"$work/probe.html" <<'END'
<script>
window.addEventListener('load', () => {
  const bad = window.plimsollErrors.slice();
  if (document.documentElement.scrollWidth > window.innerWidth) bad.push('horizontal scroll');
  if (performance.getEntriesByType('resource').length) bad.push('a request was made');
  for (const e of document.querySelectorAll('[src],link[href],script[src]'))
    if (/^(https?:)?\/\//.test(e.getAttribute('src') || e.getAttribute('href'))) bad.push('external address');
  let links = 0;
  for (const a of document.querySelectorAll('td a[href^="#d"]')) {
    const to = document.getElementById(a.getAttribute('href').slice(1));
    links++;
    if (!to || !to.classList.contains('hit')) bad.push('link to nowhere: ' + a.getAttribute('href'));
  }
  if (!links) bad.push('no source link');
  const table = document.querySelector('table.sort');
  const at = [...table.tHead.rows[0].cells].findIndex(c => c.classList.contains('n'));
  const order = () => [...table.tBodies[0].rows].map(r => Number(r.cells[at].dataset.v || 'NaN')).filter(v => !isNaN(v));
  const button = table.tHead.rows[0].cells[at].querySelector('button');
  if (!button) bad.push('no sort button');
  else {
    button.click();
    const up = order();
    if (up.some((v, i) => i && v < up[i - 1])) bad.push('not sorted upwards');
    button.click();
    const down = order();
    if (down.some((v, i) => i && v > down[i - 1])) bad.push('not sorted downwards');
  }
  const said = document.createElement('p');
  said.id = 'verdict';
  said.textContent = bad.length ? 'BAD ' + bad.slice(0, 3).join('; ') : 'GOOD ' + links + ' links';
  document.body.append(said);
});
</script>
END
page() { # NAME FILE...: the report of the files, checked at both widths
    name=$1
    shift
    "$program" report --format html --all -o "$work/page.html" "$@" 2>/dev/null || { echo "FAILED $name: no page"; failed=$((failed + 1)); return; }
    awk -v probe="$work/probe.html" '
        { print }
        /^<head>/ { print "<script>window.plimsollErrors=[];addEventListener(\"error\",e=>plimsollErrors.push(e.message))</script>" }
        /^<body>/ { while ((getline line < probe) > 0) print line }' "$work/page.html" >"$work/probed.html"
    for width in 1280 390; do
        verdict=$(timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
            --disable-background-networking --disable-component-update --disable-sync --virtual-time-budget=5000 \
            --user-data-dir="$work/profile" --window-size=$width,900 --dump-dom "file://$work/probed.html" 2>/dev/null |
            sed -n 's/.*<p id="verdict">\([^<]*\)<.*/\1/p')
        case $verdict in
        GOOD*) passed=$((passed + 1)) ;;
        *) echo "FAILED $name at $width: ${verdict:-no answer}"; failed=$((failed + 1)) ;;
        esac
    done
}
page replicates "$top"/examples/dd-ioping-*.log
page many-rows "$top"/examples/fio-*.txt
page dtrace "$top/examples/nfs-ops-dtrace.txt"
page web-page "$top/tests/corpus/pastes/usb-box-bonnie-html.txt"
page quoted-mail "$top/tests/corpus/pastes/cache-policy-fio-quoted-printable.txt"
page hostile "$top/tests/golden/report/html-hostile/hostile.txt"
echo "browser: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
