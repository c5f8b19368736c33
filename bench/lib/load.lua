-- Reads, or votes as devices send them: any fan, a fresh key each time, one to five votes. Arguments: milliseconds between two
-- requests of a connection, 0 for as many as are answered; of votes also fans, artists, percent of votes for the first artist,
-- seed. Ends with one line of JSON.
function init(args)
	local every = tonumber(args[1])
	local random = math.random
	math.randomseed(tonumber(args[5] or 1))
	-- At random times: connections that all wait alike would send together.
	if every > 0 then
		function delay() return -math.log(1 - random()) * every end
	end
	-- Without a function `request`, wrk sends the same bytes again and again, which costs it less.
	if not args[2] then return end
	local fans, artists, hot = tonumber(args[2]), tonumber(args[3]), tonumber(args[4])

	function request()
		local artist = random() * 100 < hot and 1 or random(artists)
		local key = string.format("%06x%08x%08x", random(0, 16777215), random(0, 4294967295), random(0, 4294967295))
		local body = '{"artist_id":' .. artist .. ',"ticket_number":' .. random(5) .. '}'
		-- As tokenOf in ground.ts.
		local token = string.format("fan-%d", random(fans))
		return "POST " .. wrk.path .. " HTTP/1.1\r\nHost: " .. wrk.host .. "\r\nAuthorization: Bearer " .. token
			.. "\r\nIdempotency-Key: " .. key .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body
			.. "\r\n\r\n" .. body
	end
end

-- wrk has added the answers that nobody waited for while the server stalled.
function done(summary, latency)
	local bad = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write
		+ summary.errors.timeout
	local good = summary.requests - summary.errors.status
	local seconds = summary.duration / 1e6
	print(string.format('{"good":%d,"perSecond":%.1f,"bad":%d,"p99Ms":%.3f}', good, good / seconds, bad,
		latency:percentile(99) / 1e3))
end
