import type { Input } from '#kit/api/calls'

/** What is known so far of somebody who is being written down. */
export interface Known {
  firstName: string
  lastName: string
  email: string
  companyId: string
  /** Their own record, where there is one. */
  butId: string | undefined
}

/** What to ask for contacts like them: by a whole address, by a whole name within a company, or by both. Null while there is neither. */
export const similarAsked = ({
  firstName,
  lastName,
  email,
  companyId,
  butId,
}: Known): Input<'GET /api/contact/similar'> | null => {
  const byAddress = /^\S+@\S+\.\S+$/.test(email) && email.length <= 254
  const byName = firstName !== '' && lastName !== '' && companyId !== '' && Math.max(firstName.length, lastName.length) <= 200
  if (!byAddress && !byName) return null
  return { ...(byAddress && { email }), ...(byName && { firstName, lastName, companyId }), ...(butId && { butId }) }
}
