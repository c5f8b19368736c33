-- Votes as devices send them: any fan, a fresh key each time, one to five votes. Arguments: fans, artists, percent of
-- votes for the first artist, seed.
dofile(debug.getinfo(1, "S").source:sub(2):gsub("vote%.lua$", "done.lua"))

local fans, artists, hot
local random = math.random

function init(args)
	fans, artists, hot = tonumber(args[1]), tonumber(args[2]), tonumber(args[3])
	math.randomseed(tonumber(args[4]))
end

function request()
	local artist = random() * 100 < hot and 1 or random(artists)
	local key = string.format("%06x%08x%08x", random(0, 16777215), random(0, 4294967295), random(0, 4294967295))
	local body = '{"artist_id":' .. artist .. ',"ticket_number":' .. random(5) .. '}'
	local fan = random(fans)
	-- As tokenOf in ground.ts.
	local token = "fan-" .. string.format("%d", fan)
	return "POST " .. wrk.path .. " HTTP/1.1\r\nHost: " .. wrk.host .. "\r\nAuthorization: Bearer " .. token
		.. "\r\nIdempotency-Key: " .. key .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body
		.. "\r\n\r\n" .. body
end
