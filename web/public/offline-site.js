// The keeper of a folder of files: the whole page after the first visit, one version at a time.
// `ludotheque site` writes the version; a new one waits until whoever is there wants it.
const VERSION = "UNVERSIONED";
const PAGE = `ludotheque-site-${VERSION}`;
const ENGINE = "ludotheque-engine"; // the page fills it, when somebody wants to play
const BASE = new URL(self.registration.scope).pathname;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  if (event.data === "update") event.waitUntil(self.skipWaiting());
  if (event.data === "tidy") event.waitUntil(tidy());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(BASE)) return;
  event.respondWith(answer(request.mode === "navigate" ? BASE : request));
});

/** Keep every file of the page; what an earlier version had under the same name, which tells what is in it, is not loaded again. */
async function keepAll() {
  const box = await caches.open(PAGE);
  const list = await (await fetch(`${BASE}files.json`, { cache: "no-cache" })).json();
  await Promise.all(list.map((path) => keep(box, BASE + path, path.startsWith("assets/"))));
}

async function keep(box, url, isNamedByContent) {
  const kept = isNamedByContent ? await caches.match(url) : undefined;
  const found = kept ?? (await fetch(url, { cache: "no-cache" }));
  if (!found.ok) throw new Error(`${url}: ${found.status}`);
  await box.put(url, found);
}

/** What belongs to this version first, then what a page of an earlier one still asks for, then the network. */
async function answer(request) {
  const own = await (await caches.open(PAGE)).match(request, { ignoreSearch: true });
  return own ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** Throw away what earlier versions have left, once nobody looks at them any more. */
async function tidy() {
  const there = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (there.length > 1) return;
  for (const name of await caches.keys()) {
    if (name.startsWith("ludotheque") && name !== PAGE && name !== ENGINE) await caches.delete(name);
  }
}
