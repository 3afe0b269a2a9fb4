"""check-rates.py FILE.json BYTES [--device]: the one benchmark in the file moved
BYTES a call, and has no counters of operations; on a device, none of peaks either.
Exits with 1 and a message if not."""

import json
import math
import sys

(benchmark,) = json.load(open(sys.argv[1]))["benchmarks"]
found = benchmark["bytes"] * benchmark["real_time"] * 1e-3
# The counter's time is that of the calls alone, without the loop around them.
if not math.isclose(found, float(sys.argv[2]), rel_tol=0.8):
    sys.exit(f"expected {sys.argv[2]} bytes a call, found {found}")
if "flops" in benchmark or "percent" in benchmark:
    sys.exit("expected no rate of operations that are not known")
if "--device" in sys.argv:
    peaks = benchmark.keys() & {"read_percent", "read_before", "peak_before"}
    sys.exit(f"expected no peaks of the device, found {peaks}" if peaks else 0)
percent = 100 * benchmark["bytes"] / 1e9
percent /= (benchmark["read_before"] + benchmark["read_after"]) / 2
if not math.isclose(percent, benchmark["read_percent"], rel_tol=1e-3):
    sys.exit(f"expected {percent} %, found {benchmark['read_percent']} %")
