import { request } from '#kit/api/call'
import type { Input } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { returnPathOf } from '#platform/landing'

/** Requests a free account, with the page to return to. Returns the server's message, or the failure. */
export const requestSignUp = async (
  fields: Input<'POST /api/admin/signup'>,
  returnPath: string | null,
): Promise<string | Failure> => {
  const next = returnPathOf(returnPath)
  try {
    return (await request('POST /api/admin/signup', { ...fields, ...(next && { next }) })).message
  } catch (error) {
    return failureOf(error)
  }
}
