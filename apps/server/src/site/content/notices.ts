import { phrase } from '@tradewind/contract/kit/say'
import { TENANT_ADMINS } from '@tradewind/contract/roles'
import { and, inArray, sql } from 'drizzle-orm'
import type { WriteContext } from '#kit/http/context'
import type { Notify } from '#platform/notification/notification.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { keysOfUser } from '#platform/user/permission.queries'
import type { Content } from '#site/schema/content.table'

/** Who may approve, but who did it: as `contentPolicy.approve` says. */
const approvers = async ({ tx, actor }: WriteContext) => {
  const isOne = sql`(${users.role} = 'ROLE_SUPER_ADMIN' or 'XG_ADMIN' = any(${keysOfUser}))`
  const found = await tx
    .select({ userId: users.uniqueId })
    .from(users)
    .where(and(inArray(users.role, [...TENANT_ADMINS]), isOpenAccount, isOne))
  return found.filter(({ userId }) => userId !== actor.uniqueId)
}

const pathTo = ({ uniqueId }: Content) => `content/show/${uniqueId}`

/** Tells those who may approve it that it waits for them. */
export const tellHandedIn = async (notify: Notify, row: Content, context: WriteContext) => {
  const told = {
    subject: phrase('{by} handed in {title} for review'),
    content: phrase('Publish it, or send it back with a note.'),
    values: { by: context.actor.fullName, title: row.title },
    path: pathTo(row),
  }
  const people = await approvers(context)
  await notify(context.tx, context.scope.tenantId, ...people.map(({ userId }) => ({ userId, ...told })))
}

/** Tells its writer what came of it. */
export const tellReviewed = async (notify: Notify, row: Content, note: string | null, { tx, actor, scope }: WriteContext) => {
  const { createdBy, status, title } = row
  if (!createdBy || createdBy === actor.uniqueId) return
  const subject = status === 'PUBLISHED' ? phrase('{by} published {title}') : phrase('{by} sent {title} back to you')
  const values = { by: actor.fullName, title, note: note ?? '' }
  const content = note ? '{note}' : status === 'PUBLISHED' ? phrase('It is published.') : phrase('It was sent back.')
  await notify(tx, scope.tenantId, { userId: createdBy, subject, content, values, path: pathTo(row) })
}
