// URLs, headers, requests and responses.

import { equal, ok, respond, test, throws } from "candor/test";

test("a URL has its parts", () => {
  const url = new URL("../b?x=1#top", "https://me:pw@example.com:8443/a/c/");
  equal(
    [url.href, url.protocol, url.username, url.password, url.host, url.hostname, url.port],
    [
      "https://me:pw@example.com:8443/a/b?x=1#top",
      "https:",
      "me",
      "pw",
      "example.com:8443",
      "example.com",
      "8443",
    ],
  );
  equal(
    [url.pathname, url.search, url.hash, url.origin],
    ["/a/b", "?x=1", "#top", "https://example.com:8443"],
  );
  equal(JSON.stringify({ url }), `{"url":"${url.href}"}`);
  equal(`${new URL("HTTPS://EXAMPLE.com")}`, "https://example.com/");
});

test("the parts of a URL can be set, and its query with them", () => {
  const url = new URL("https://example.com/a?x=1");
  url.pathname = "/b c";
  url.hash = "h";
  url.searchParams.append("y", "2 & 3");
  equal(url.href, "https://example.com/b%20c?x=1&y=2+%26+3#h");
  url.search = "?z=9";
  equal([...url.searchParams], [["z", "9"]]);
  url.searchParams.delete("z");
  equal(url.href, "https://example.com/b%20c#h");
  url.port = "99";
  url.hostname = "example.org";
  equal(url.host, "example.org:99");
});

test("what is no URL is told", async () => {
  ok(!URL.canParse("nowhere"));
  equal(URL.parse("nowhere"), null);
  equal(URL.parse("x", "https://a.example/").href, "https://a.example/x");
  await throws(() => new URL("nowhere"), "`nowhere` is not a URL");
  await throws(() => (new URL("https://a.example").href = "b"), "`b` is not a URL");
});

test("a query is a list of pairs", () => {
  const cases = [
    [
      "a=1&b=2&a=3",
      [
        ["a", "1"],
        ["b", "2"],
        ["a", "3"],
      ],
    ],
    [
      "?q=%C3%BC+x&&e",
      [
        ["q", "ü x"],
        ["e", ""],
      ],
    ],
    [
      "p=50%&q=%zz",
      [
        ["p", "50%"],
        ["q", "%zz"],
      ],
    ],
    [
      { a: 1, b: "ü" },
      [
        ["a", "1"],
        ["b", "ü"],
      ],
    ],
    [
      [
        ["a", "1"],
        ["a", "2"],
      ],
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    [new Map([["k", "v"]]), [["k", "v"]]],
    ["", []],
  ];
  for (const [init, pairs] of cases) equal([...new URLSearchParams(init)], pairs);
  const params = new URLSearchParams("b=1&a=2&b=3");
  equal(
    [params.get("b"), params.get("c"), params.getAll("b"), params.has("b", "3"), params.size],
    ["1", null, ["1", "3"], true, 3],
  );
  params.set("b", "ü&=+ ~");
  equal(params.toString(), "b=%C3%BC%26%3D%2B+%7E&a=2");
  params.sort();
  equal([...params.keys()], ["a", "b"]);
});

test("headers are by name, whatever its case", async () => {
  const headers = new Headers({ "Content-Type": " text/html ", Accept: "a" });
  headers.append("accept", "b");
  headers.append("Set-Cookie", "a=1");
  headers.append("set-cookie", "b=2");
  equal(
    [...headers],
    [
      ["accept", "a, b"],
      ["content-type", "text/html"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ],
  );
  equal(headers.getSetCookie(), ["a=1", "b=2"]);
  equal([headers.get("ACCEPT"), headers.get("x"), headers.has("Accept")], ["a, b", null, true]);
  equal([...new Headers(headers)], [...headers]);
  for (const [name, value] of [
    ["a b", "x"],
    ["", "x"],
    ["a", "x\r\ny: z"],
    ["a", "\u0100"],
    ["a\n", "x"],
  ]) {
    await throws(() => headers.set(name, value), /header/);
  }
});

test("a body can be read once, in several ways", async () => {
  const read = async (body, how) => new Response(body)[how]();
  equal(await read("ü", "text"), "ü");
  equal(await read('{"a":1}', "json"), { a: 1 });
  equal(await read("ü", "bytes"), new Uint8Array([0xc3, 0xbc]));
  equal(
    new Uint8Array(await read(new Uint8Array([0, 1, 2]).subarray(1), "arrayBuffer")),
    new Uint8Array([1, 2]),
  );
  equal(await read(new URLSearchParams({ a: "b c" }), "text"), "a=b+c");
  equal(await read(null, "text"), "");
  await throws(() => read("<html>", "json"), "the body is no JSON, it begins with `<html>`");
  const response = new Response("x");
  equal(response.body, null);
  const copy = response.clone();
  equal([await response.text(), await copy.text(), response.bodyUsed], ["x", "x", true]);
  await throws(() => response.text(), "read already");
  await throws(() => response.clone(), "read already");
  await throws(() => new Response({ a: 1 }), "JSON.stringify");
});

test("a response has a status and a type", async () => {
  const plain = new Response("x", { status: 404, statusText: "Gone" });
  equal(
    [plain.status, plain.ok, plain.statusText, plain.headers.get("content-type")],
    [404, false, "Gone", "text/plain;charset=UTF-8"],
  );
  equal(Response.json([1]).headers.get("content-type"), "application/json");
  equal(Response.redirect("https://a.example/b").headers.get("location"), "https://a.example/b");
  await throws(() => new Response("", { status: 99 }), "`99` is not a status");
  await throws(() => new Response("x", { status: 204 }), "has no body");
});

test("a request is checked before it is sent", async () => {
  const request = new Request("https://a.example/x", {
    method: "post",
    body: "b",
    headers: { a: "1" },
  });
  equal(
    [request.method, request.url, await request.clone().text()],
    ["POST", "https://a.example/x", "b"],
  );
  equal(new Request(request, { method: "PATCH" }).method, "PATCH");
  for (const [input, init, said] of [
    ["/x", {}, "`/x` is not a URL"],
    ["https://a:b@c.example", {}, "name and a password"],
    ["https://a.example", { method: "TRACE" }, "`TRACE` is not a method"],
    ["https://a.example", { method: "a b" }, "not a method"],
    ["https://a.example", { body: "x" }, "a `GET` request has no body"],
    ["https://a.example", { redirect: "maybe" }, "`maybe`"],
    ["https://a.example", { signal: {} }, "`signal`"],
  ]) {
    await throws(() => new Request(input, init), said);
    await throws(() => fetch(input, init), said);
  }
});

test("requests are answered by the test", async () => {
  const seen = respond("POST https://api.example.com/*", {
    status: 201,
    json: { ok: true },
    headers: { x: "y" },
  });
  respond(/other\.example/, (request) => ({ text: request.method }));
  const reply = await fetch(new URL("https://api.example.com/items?q=1"), {
    method: "POST",
    body: "hello",
  });
  equal([reply.status, await reply.json(), reply.headers.get("x")], [201, { ok: true }, "y"]);
  equal(seen.length, 1);
  equal(
    [seen[0].method, seen[0].url, seen[0].body],
    ["POST", "https://api.example.com/items?q=1", "hello"],
  );
  equal(await (await fetch("https://other.example/")).text(), "GET");
  await throws(() => fetch("https://api.example.com/items"), "respond");
});

test("an aborted request is not sent", async () => {
  const reason = new Error("enough");
  equal(
    await throws(() => fetch("https://a.example", { signal: AbortSignal.abort(reason) })),
    reason,
  );
  const error = await throws(() => fetch("https://a.example", { signal: AbortSignal.abort() }));
  equal([error.name, error.code, error instanceof DOMException], ["AbortError", 20, true]);
});
