import { request } from '#kit/api/call'
import type { Input } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { wantedPage } from '#platform/landing'

/** Requests a free account, with the page to return to. Returns the server's message, or the failure. */
export const sent = async (fields: Input<'POST /api/admin/signup'>, wanted: string | null): Promise<string | Failure> => {
  const next = wantedPage(wanted)
  try {
    return (await request('POST /api/admin/signup', { ...fields, ...(next && { next }) })).message
  } catch (error) {
    return failureOf(error)
  }
}
