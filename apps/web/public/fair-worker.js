/* Opens the page of fair mode offline, from the copy that the page itself has cached. Handles requests of that page only. */
const PAGE = '/fair'
const PATIENCE = 4000 // ms: a network that does not answer by then counts as offline

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const copyOf = (request) => caches.match(request, { ignoreVary: true })
const late = () => new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE))

/** Returns the page from the server; where it does not respond, or not successfully, the cached copy. */
const page = async (request) => {
  const network = fetch(request)
  const answer = await Promise.race([network, late()]).catch(() => undefined)
  if (answer && (answer.ok || answer.type === 'opaqueredirect')) return answer
  return (await copyOf(PAGE)) ?? network
}

/** The name of a script or style contains its content's hash: a cached copy never becomes stale. */
const asset = async (request) => (await copyOf(request)) ?? fetch(request)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === PAGE) event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
})
