// The shell of the page works without a connection: what was seen once is kept.
const SHELF = "ludotheque-1";
self.addEventListener("install", (event) => event.waitUntil(caches.open(SHELF).then((box) => box.add("/")).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  const key = event.request.mode === "navigate" ? "/" : event.request;
  event.respondWith(
    fetch(event.request)
      .then((answer) => {
        if (answer.ok) void caches.open(SHELF).then((box) => box.put(key, answer.clone()));
        return answer.clone();
      })
      .catch(() => caches.match(key).then((kept) => kept ?? Response.error())),
  );
});
