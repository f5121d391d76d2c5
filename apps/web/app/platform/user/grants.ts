import type { UserPermission } from '@tradewind/contract/platform/permission.contract'
import { hasEffect } from '@tradewind/contract/platform/policies'
import { roleNames } from '@tradewind/contract/platform/user.fields'
import type { Actor, Role } from '@tradewind/contract/roles'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { type Translate, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useToast } from '#ui/page/toast'

/** The labels of the fields, in the list and in forms. */
export const labelsIn = (t: Translate) => ({ key: t('Key'), value: t('Name') })

/** Only the super admin may grant and revoke the XG flag. */
export const mayGrant = (actor: Pick<Actor, 'roles'>, key: string) =>
  key !== 'XG_ADMIN' || actor.roles.includes('ROLE_SUPER_ADMIN')

/** Says that users of a role gain nothing by a permission; null if they do. */
export const noEffectText = (t: Translate, key: string, role: Role) =>
  hasEffect(key, role) ? null : t('Has no effect for the role {role}', { role: t(roleNames[role]) })

/** Revokes a permission after a confirmation. */
export const useRevoke = ({ uniqueId, permissionDTO }: UserPermission) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('DELETE /api/userPermission/:uniqueId', {
    changes: ['userPermission', 'permission', 'admin', 'audit'],
  })
  const takeAway = async () => {
    const sure = await confirm({
      title: t('Are you sure?'),
      recordName: t(permissionDTO.value),
      text: t('It ends with the next click. You can grant it again.'),
      confirmLabel: t('Yes, revoke it'),
    })
    if (!sure) return
    await mutateAsync({ uniqueId }).then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  }
  return { takeAway, isPending }
}
