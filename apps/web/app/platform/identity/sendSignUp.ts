import { request } from '#kit/api/call'
import type { Input } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'

/** Asks for a free account, and gives the server's word of it, or why there is none. */
export const sent = async (fields: Input<'POST /api/admin/signup'>): Promise<string | Failure> => {
  try {
    return (await request('POST /api/admin/signup', fields)).message
  } catch (error) {
    return failureOf(error)
  }
}
