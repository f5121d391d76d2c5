import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { type Translate, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useToast } from '#ui/page/toast'

/** The labels of the fields, in form, details and conflicts. The personal names are the contact person's. */
export const labelsIn = (t: Translate) => ({
  fullName: t('Name'),
  firstName: t('First Name'),
  middleName: t('Middle Name'),
  lastName: t('Last Name'),
  emailAddress: t('Email Address'),
  phoneNumber: t('Phone Number'),
  domainName: t('Domain Name'),
  secondaryDomainName: t('Secondary Domain Name'),
  address: t('Address'),
})

interface Named {
  firstName: string
  middleName: string | null
  lastName: string
}

/** The contact person's full name. */
export const contactOf = ({ firstName, middleName, lastName }: Named) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** The host names of a tenant. */
export const domainsOf = ({
  domainName,
  secondaryDomainName,
}: {
  domainName: string | null
  secondaryDomainName: string | null
}) => [domainName, secondaryDomainName].filter((name) => name !== null)

/** Soft-deletes a tenant after a confirmation, and restores it. */
export const useLifecycle = ({ uniqueId, fullName }: Pick<Tenant, 'uniqueId' | 'fullName'>) => {
  const t = useText()
  const toast = useToast()
  const removal = useSend('DELETE /api/tenant/:uniqueId')
  const restoring = useSend('POST /api/tenant/restore')

  const restore = () =>
    restoring.mutateAsync({ uniqueId }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  const remove = async () => {
    const sure = await confirm({
      title: t('Are you sure?'),
      text: t("You won't be able to revert this!"),
      details: [t('Its users cannot sign in and its pages are offline until you restore it.')],
      recordName: fullName,
      confirmLabel: t('Yes, delete it!'),
    })
    if (!sure) return
    await removal.mutateAsync({ uniqueId }).then(
      (reply) => toast.reply(reply, () => void restore()),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
  return { remove, restore, isRestoring: restoring.isPending }
}
