-- Tells what was measured in one line of JSON. No request of its own: wrk sends the one that it was given, again and again.
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %f, "p50": %f, "p99": %f, "failed": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
