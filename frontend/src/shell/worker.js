/**
 * The page without a connection: its own files, kept for the build they belong to.
 *
 * The build writes `BUILD` and `FILES` before this text. What the server says (`/api`, the socket, health, metrics) is
 * never kept and never answered here: an old balance or an old felt would be a wrong one.
 */

/* global BUILD, FILES */
const OURS = 'wartable ';
const NAME = OURS + BUILD;
const SHELL = '/';
const kept = new Set(FILES);

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll([SHELL, ...FILES]))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith(OURS) && name !== NAME).map((name) => caches.delete(name))),
      )
      .then(() => clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(?:api|ws|health|metrics|openapi|licences)\b/.test(url.pathname)) event.respondWith(visit(request));
  } else if (kept.has(url.pathname)) event.respondWith(file(request));
});

/** The page as the server has it now; without the server, as it was kept. */
async function visit(request) {
  try {
    return await fetch(request);
  } catch (lost) {
    const shell = await caches.match(SHELL, { cacheName: NAME });
    if (shell) return shell;
    throw lost;
  }
}

/** A file of this build never changes. */
async function file(request) {
  return (await caches.match(request, { cacheName: NAME })) ?? fetch(request);
}
