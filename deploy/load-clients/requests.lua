-- The requests that deploy/load sends with wrk: wrk -s requests.lua URL -- KIND ACCOUNTS [COUNT]
--
--   KIND       path of an open route, or read, save, both (save and read in turn), or check: a signed-in
--              request that is refused for its media type, before anything is read
--   ACCOUNTS   lines of access token, tab, id of a scan; used in turn
--   COUNT      stop after so many answers; without it after the time that wrk was given
dofile("deploy/load-clients/report.lua")

local TEXT = "Ingredients: wholegrain oat flakes, sugar, palm oil, skimmed milk powder, salt, raising agent "
    .. "(sodium bicarbonate). May contain traces of hazelnuts."
local kind, count
local accounts, turn, answered = {}, 0, 0
local reads, saves = {}, {}
local run = string.format("load-%d-%s", os.time(), tostring({}):match("0x(%x+)"))

-- wrk's main thread sleeps until its time is over, unless a signal wakes it.
local function wake_main()
    local pid = io.open("/proc/self/stat"):read("*n")
    -- In the background, since os.execute ignores the signal while it waits.
    os.execute("(sleep 0.1; kill -INT " .. pid .. ") &")
end

local function remember(token, scan)
    local bearer = "Bearer " .. token
    accounts[#accounts + 1] = token
    if kind == "check" then
        local headers = { Authorization = bearer, ["Content-Type"] = "text/plain" }
        reads[#accounts] = wrk.format("POST", "/v1/label-scans", headers, "milk")
    else
        reads[#accounts] = wrk.format("GET", "/v1/label-scans/" .. scan, { Authorization = bearer })
    end
    saves[#accounts] = { Authorization = bearer, ["Content-Type"] = "application/json" }
end

local function save(account)
    saves[account]["Idempotency-Key"] = run .. "-" .. turn
    return wrk.format("POST", "/v1/label-scans", saves[account], '{"text": "' .. TEXT .. '", "language": "en"}')
end

function init(arguments)
    kind, count = arguments[1], tonumber(arguments[3] or "")
    for line in io.lines(arguments[2]) do
        local token, scan = line:match("^([^\t]+)\t([^\t]*)")
        remember(token, scan)
    end
    -- wrk calls response() if it is defined, which is costly, so it is only defined when counting.
    if count then
        response = function()
            answered = answered + 1
            if answered == count then
                wrk.thread:stop()
                wake_main()
            end
        end
    end
end

function request()
    turn = turn + 1
    local account = turn % #accounts + 1
    if kind == "save" or (kind == "both" and turn % 2 == 0) then return save(account) end
    if kind:sub(1, 1) == "/" then return wrk.format("GET", kind) end
    return reads[account]
end
