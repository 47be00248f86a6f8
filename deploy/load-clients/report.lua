-- The end of every wrk script of deploy/load: one line of JSON, times in milliseconds.
function done(summary, latency)
    local errors = summary.errors
    local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    io.write(string.format(
        '{"requests": %d, "seconds": %.3f, "failed": %d, "p50": %.3f, "p80": %.3f, "p99": %.3f}\n',
        summary.requests, summary.duration / 1e6, failed, latency:percentile(50) / 1e3, latency:percentile(80) / 1e3,
        latency:percentile(99) / 1e3))
end
