// The service worker: it shows pushes, and a page that says so when there is no connection.
// It keeps that one page and its picture, never an answer of the server, so nothing it shows can be out of date.
const CACHE = "rondel-offline-1";
const OFFLINE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(new Request(OFFLINE, { cache: "reload" })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
});

/** What a push says; one that cannot be read still has to be shown. */
const read = (data) => {
  try {
    return data.json();
  } catch {
    return {};
  }
};

/** The path of a push on this site, whatever it says. */
const pathOf = (url) => {
  const found = new URL(typeof url === "string" ? url : "/", self.location.origin);
  return found.origin === self.location.origin ? found.pathname + found.hash : "/";
};

self.addEventListener("push", (event) => {
  const told = read(event.data);
  event.waitUntil(
    self.registration.showNotification(told.title ?? "Rondel", {
      body: told.body ?? "",
      tag: told.tag ?? "rondel",
      renotify: true,
      lang: told.lang ?? "en",
      icon: "/icons/app-192.png",
      badge: "/icons/badge-96.png",
      data: { url: pathOf(told.url) },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = pathOf(event.notification.data?.url);
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === url);
    if (there) return there.focus();
    return self.clients.openWindow(url);
  };
  event.waitUntil(show());
});

/** A browser that gets a new address tells the server. */
self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const key = event.oldSubscription?.options.applicationServerKey;
    if (!key) return;
    const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    await fetch("/api/me/pushes", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ endpoint, keys }),
    });
  };
  event.waitUntil(renew());
});
