import { useRef, useState } from 'react'
import { createIdempotencyKeys, headersOf, requestOf, toFailure } from '#kit/api/call'
import type { Input, Reply, Route } from '#kit/api/calls'
import { toUnreachableFailure } from '#kit/api/failure'
import { useActingTenant } from '#kit/api/query'
import { useInUse } from '#kit/browser/version'
import { storeSentenceSources } from '#kit/text'

interface UploadOptions {
  /** Called with the share of the body that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
  idempotencyKey: string
  tenant: string | undefined
}

/** A call with a file, which reports how much of it was sent. `fetch` cannot do that. */
const sendWithProgress = <R extends Route>(
  route: R,
  input: Input<R>,
  { onProgress, signal, idempotencyKey, tenant }: UploadOptions,
) =>
  new Promise<Reply<R>>((resolve, reject) => {
    const { method, url, body } = requestOf(route, input)
    const request = new XMLHttpRequest()
    request.open(method, url)
    const headers = { ...headersOf(body, idempotencyKey), ...(tenant && { 'x-tenant': tenant }) }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('error', () => reject(toUnreachableFailure()))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.addEventListener('load', () => {
      const answer = parseJson(request.responseText)
      if (request.status < 300) {
        storeSentenceSources(answer)
        resolve(answer as Reply<R>)
      } else reject(toFailure(route, request.status, answer, headers))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(body ?? null)
  })

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Sends a file by a call, under one key until it has succeeded. `send` returns what `onReply` makes of the reply; null if it was cancelled.
 * `progress` is the share that was sent, from 0 to 1, until `onReply` is done; null while nothing is sent.
 */
export const useUpload = <R extends Route>(route: R) => {
  const tenant = useActingTenant()
  const keys = useRef(createIdempotencyKeys())
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  useInUse(progress !== null)
  const send = async <T>(input: Input<R>, onReply: (reply: Reply<R>) => T | Promise<T>): Promise<T | null> => {
    running.current = new AbortController()
    setProgress(0)
    try {
      const options = { onProgress: setProgress, signal: running.current.signal, tenant }
      const reply = await sendWithProgress(route, input, { ...options, idempotencyKey: keys.current.keyOf(input) })
      keys.current.drop(input)
      return await onReply(reply)
    } catch (error) {
      if ((error as Error).name === 'AbortError') return null
      throw error
    } finally {
      setProgress(null)
    }
  }
  return { send, progress, cancel: () => running.current?.abort() }
}
