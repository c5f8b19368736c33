-- Reads, or votes as devices send them: any fan, a fresh key each time, one to five votes. Arguments of votes: fans, artists,
-- percent of votes for the first artist, seed; of reads: milliseconds between two of a connection. Ends with one line of JSON.
function init(args)
	-- Without a function `request`, wrk sends the same bytes again and again, which costs it less.
	if not args[1] then return end
	if not args[2] then
		function delay() return tonumber(args[1]) end
		return
	end
	local fans, artists, hot = tonumber(args[1]), tonumber(args[2]), tonumber(args[3])
	local random = math.random
	math.randomseed(tonumber(args[4]))

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

function done(summary)
	local bad = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write
		+ summary.errors.timeout
	local good = summary.requests - summary.errors.status
	print(string.format('{"good":%d,"perSecond":%.1f,"bad":%d}', good, good / (summary.duration / 1e6), bad))
end
