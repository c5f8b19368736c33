-- Ends a run of wrk with one line of JSON.
function done(summary, latency)
	local bad = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write
		+ summary.errors.timeout
	local good = summary.requests - summary.errors.status
	print(string.format('{"good":%d,"perSecond":%.1f,"bad":%d,"p50Ms":%.3f,"p99Ms":%.3f}',
		good, good / (summary.duration / 1e6), bad, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
