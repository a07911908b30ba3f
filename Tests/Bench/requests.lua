-- Sends the requests of a file in random order. Each line has tab-separated fields: method, path, cookie, If-None-Match, form.
-- `%d` in a form becomes a new number.
local chosen, own, made = {}, nil, 0

function init(arguments)
  local origin = "http://" .. wrk.host .. ":" .. wrk.port
  for line in io.lines(arguments[1]) do
    local method, path, cookie, tag, form = line:match("^(.-)\t(.-)\t(.-)\t(.-)\t(.*)$")
    local headers = { ["Cookie"] = cookie, ["Accept"] = "text/html", ["Accept-Encoding"] = arguments[3] }
    if tag ~= "" then headers["If-None-Match"] = tag end
    if method == "POST" then
      headers["Origin"] = origin
      headers["Content-Type"] = "application/x-www-form-urlencoded"
    end
    local request = { method = method, path = path, headers = headers, form = form }
    if not form:find("%%d") then request.ready = wrk.format(method, path, headers, form ~= "" and form or nil) end
    chosen[#chosen + 1] = request
  end
  own = arguments[2]
  math.randomseed(tonumber(own))
end

function request()
  local next = chosen[math.random(#chosen)]
  if next.ready then return next.ready end
  made = made + 1
  return wrk.format(next.method, next.path, next.headers, (next.form:gsub("%%d", own .. "x" .. made)))
end
