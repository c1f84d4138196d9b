// Without a connection the page still opens: its shell is kept as it was last seen, one build at a time.
const KEPT = "ludotheque";
const ENGINE = "ludotheque-engine"; // the page fills it, when somebody wants to play without a server
const SHELL = "/";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));
self.addEventListener("message", (event) => event.waitUntil(event.data === "keep" ? keepAll(event.ports[0]) : keep(event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || isLive(pathname)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

/** Tables are only as good as they are now; the games and their rules are the same tomorrow. */
function isLive(pathname) {
  return pathname.startsWith("/api") && !pathname.startsWith("/api/games");
}

/** Throw away what earlier keepers have left. */
async function tidy() {
  for (const name of await caches.keys()) if (name !== KEPT && name !== ENGINE) await caches.delete(name);
}

/** The page is always the server's own while there is one to ask. */
async function page(request) {
  let answer = Response.error();
  try {
    answer = await fetch(request);
    if (answer.ok) await keepPage(answer.clone());
    if (answer.status < 500) return answer;
  } catch {
    // no connection, or nobody at its other end
  }
  return (await caches.match(SHELL)) ?? answer;
}

/** Keep a page; one that asks for other files is of another build. */
async function keepPage(answer) {
  const files = filesOf(await answer.clone().text());
  const kept = await caches.match(SHELL);
  if (kept && filesOf(await kept.text()) !== files) await caches.delete(KEPT);
  await (await caches.open(KEPT)).put(SHELL, answer);
}

/** The files that a page asks for; what its link shows is another thing at every address. */
function filesOf(text) {
  return (text.match(/\/assets\/[^"]+/g) ?? []).join();
}

/** Files under /assets never change, nor those of the engine; the few others are asked for each time. */
async function file(request) {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/engine/")) return (isFixed(pathname) && (await caches.match(request))) || fetch(request);
  const box = await caches.open(KEPT);
  const kept = await box.match(request);
  if (kept && isFixed(pathname)) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await box.put(request, answer.clone());
    return answer.status >= 500 && kept ? kept : answer;
  } catch {
    return kept ?? Response.error();
  }
}

/** Whether what is in a file shows in its name. */
function isFixed(pathname) {
  return pathname.startsWith("/assets/") || (pathname.startsWith("/engine/") && !pathname.endsWith("/engine.json"));
}

/** Keep the whole page: somebody plays without a server, or wants to; whether that was done is answered. */
async function keepAll(asker) {
  try {
    const list = await (await fetch("/files.json", { cache: "no-cache" })).json();
    await keep([...list.map((path) => `/${path}`), "/api/games"]);
    asker.postMessage(true);
  } catch {
    asker.postMessage(false);
  }
}

/** Keep what the page had loaded before anybody listened. */
async function keep(paths) {
  const answer = await fetch(SHELL);
  if (answer.ok) await keepPage(answer);
  const box = await caches.open(KEPT);
  for (const path of paths) if (!(await box.match(path))) await box.add(path).catch(() => undefined);
}
