import { type Actor, ADMINS, PAID, STAFF } from '../roles.ts'
import { own, policy } from './policy.ts'

const LISTING = [...STAFF, ...PAID] as const
const shared = () => ({ visibility: 'SHARED' })
const ownPrivate = (actor: Actor) => ({ ...own(actor), visibility: 'PRIVATE' })

/** A shared view is visible to everyone: only admins share, change and delete it. */
// oxfmt-ignore
export const viewPolicy = policy({
  see:     [[LISTING, own], [LISTING, shared]],
  create:  [[LISTING, own]],
  update:  [[LISTING, ownPrivate], [ADMINS, shared]],
  remove:  [[LISTING, ownPrivate], [ADMINS, shared]],
  restore: [[LISTING, ownPrivate], [ADMINS, shared]],
  share:   [[ADMINS, shared]],
})
