import { startTransition, useEffect, useState } from 'react'

/** A code that was mailed to an address. */
export interface RequestedCode {
  ask: string
  email: string
}

/** Milliseconds for which a mailed code works. */
const LIFETIME = 30 * 60_000

const keyOf = (link: string) => `reviewCode:${link}`

const read = (link: string): RequestedCode | null => {
  try {
    const { ask, email, expires } = JSON.parse(sessionStorage.getItem(keyOf(link)) ?? 'null') as RequestedCode & {
      expires: number
    }
    return Date.now() < expires ? { ask, email } : null
  } catch {
    return null
  }
}

const store = (link: string, requested: RequestedCode | null) => {
  try {
    if (requested) sessionStorage.setItem(keyOf(link), JSON.stringify({ ...requested, expires: Date.now() + LIFETIME }))
    else sessionStorage.removeItem(keyOf(link))
  } catch {
    // The page works without storage.
  }
}

/**
 * The code that was requested on the page of a short link, and a function to replace it. It is kept in this tab while it works: a phone
 * reloads the page when its reader returns from their mail.
 */
export const useRequestedCode = (link: string) => {
  const [requested, setRequested] = useState<RequestedCode | null>(null)
  useEffect(() => startTransition(() => setRequested(read(link))), [link])
  const replace = (next: RequestedCode | null) => {
    store(link, next)
    setRequested(next)
  }
  return [requested, replace] as const
}
