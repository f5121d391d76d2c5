import { type Options, headersOf, refusal, requestOf } from '#kit/api/call'
import type { Input, Reply, Route } from '#kit/api/calls'
import { unanswered } from '#kit/api/failure'
import { hear } from '#kit/said'

interface Progress extends Options {
  /** Told how much of the body has gone out, from 0 to 1. */
  onProgress: (share: number) => void
}

/** A call with a file, which tells how much of it has gone out. `fetch` cannot tell that. */
export const upload = <R extends Route>(route: R, input: Input<R>, { onProgress, signal, idempotencyKey, tenant }: Progress) =>
  new Promise<Reply<R>>((resolve, reject) => {
    const { method, url, body } = requestOf(route, input)
    const request = new XMLHttpRequest()
    request.open(method, url)
    const headers = { ...headersOf(body, idempotencyKey), ...(tenant && { 'x-tenant': tenant }) }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('error', () => reject(unanswered()))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.addEventListener('load', () => {
      const answer = jsonOf(request.responseText)
      if (request.status < 300) {
        hear(answer)
        resolve(answer as Reply<R>)
      } else reject(refusal(route, request.status, answer))
    })
    signal?.addEventListener('abort', () => request.abort())
    request.send(body ?? null)
  })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
