import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { can } from '@tradewind/contract/kit/policy'
import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { trashDeadline } from '#kit/database/table'
import type { RequestContext } from '#kit/http/context'
import { assertSwitchedOn } from '#kit/http/routes'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { driveItems } from './schema/drive.table.ts'

const { uniqueId, ownerId, deletedAt, deletedWith } = driveItems

/** What the actor deleted in the last 30 days: each item for itself and all that went with it. */
export const trashedBy = ({ actor }: Pick<RequestContext, 'actor'>) =>
  and(eq(ownerId, actor.uniqueId), eq(deletedWith, uniqueId), isNotNull(deletedAt), gt(deletedAt, trashDeadline))

/** The actor has a drive, and the tenant has it switched on. Where it is `asked` for by name, that it is off is said: 403. */
export const hasDriveTrash = async (
  settings: TenantSettings,
  { actor, scope }: Pick<RequestContext, 'actor' | 'scope'>,
  asked: boolean,
) => {
  if (!can(actor, drivePolicy.keep)) return false
  if (asked) await assertSwitchedOn(settings, 'DRIVE_ENABLED', scope.tenantId)
  return (await settings.of(scope.tenantId)).DRIVE_ENABLED
}
