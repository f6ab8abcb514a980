/**
 * Makes the site installable, provides an offline page, and caches the files of its build for tabs that outlive a
 * deploy. How it is built and updated: docs/installed-app.md.
 */
import {
  answerFile,
  answerPage,
  answerRoutes,
  answerWorker,
  forgetOldFiles,
  keepPages,
  keepShell,
} from "./files.ts";
import { listenForPush } from "./push.ts";
import { decideAnswerer } from "./rules.ts";

declare const self: ServiceWorkerGlobalScope;

listenForPush(self);

self.addEventListener("install", (event) => {
  // Immediately: only files are cached here, and those of the previous build stay for the tabs that need them.
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      forgetOldFiles(),
      // A navigation need not wait until the worker has started.
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const asked = {
    url: new URL(request.url),
    method: request.method,
    mode: request.mode,
    hasRange: request.headers.has("range"),
    destination: request.destination,
  };
  const answerer = decideAnswerer(asked, self.location.origin);
  if (answerer === "page") event.respondWith(answerPage(request, event.preloadResponse));
  if (answerer === "routes") event.respondWith(answerRoutes(request));
  if (answerer === "worker") event.respondWith(answerWorker(request));
  if (answerer === "file") event.respondWith(answerFile(request));
});

self.addEventListener("message", (event) => {
  if (event.data === "keep pages") event.waitUntil(keepPages().catch(() => {}));
});
