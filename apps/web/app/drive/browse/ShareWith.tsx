import { Chip, Divider, Group, Input, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import type { Failure } from '#kit/api/failure'
import { useCall, useList, useSend } from '#kit/api/query'
import { useEntries } from '#kit/feature'
import { type Translate, useText } from '#kit/text'
import { AddressesInput, findInvalidAddress, uniqueAddresses } from '#ui/form/AddressesInput'
import { DateInput, isInvalidDay } from '#ui/form/DateInput'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { ListSkeleton } from '#ui/list/Paged'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Access } from './Access.tsx'
import { type DialogProps, DriveDialog, ItemNames } from './DriveDialog.tsx'

const MIN_LETTERS = 2
/** Milliseconds after the last key until the search is sent. */
const SEARCH_DELAY = 250

/** The actor's contacts that have an address: `found` match the typed text, `known` are those that were found last. */
const useContactsWithEmail = (typed: string) => {
  const hasContacts = useEntries().menu.some(({ path }) => path === 'contact/list')
  const words = typed.trim()
  const [q] = useDebouncedValue(words, SEARCH_DELAY)
  const { data, isPlaceholderData } = useList(
    'GET /api/contact/',
    { q, where: ['email:notEmpty'], sort: 'lastName', page: 0, size: 10 },
    { enabled: hasContacts && q.length >= MIN_LETTERS },
  )
  const known = (data?.rows ?? []).flatMap(({ email, fullName }) => (email ? [{ emailAddress: email, fullName }] : []))
  return { known, found: q !== words || isPlaceholderData ? [] : known }
}

/** The addresses and the last day, which survive a reload. */
const useSharingDraft = (items: readonly DriveItem[]) => {
  const key = items.map(({ uniqueId }) => uniqueId).join()
  const [addresses, day] = [useDraft(`file/share/${key}`, '[]'), useDraft(`file/share/day/${key}`, '')]
  const discard = () => {
    addresses.discard()
    day.discard()
  }
  return {
    shareWith: JSON.parse(addresses.text) as string[],
    typeAddresses: (list: readonly string[]) => addresses.type(JSON.stringify(list)),
    lastDay: day.text,
    typeDay: day.type,
    isRestored: addresses.isRestored || day.isRestored,
    discard,
  }
}

/** Asks for the addresses to share with, and for the last day, if there is to be one. Below, everybody who has access already. */
export const ShareWith = ({ items, onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const draft = useSharingDraft(items)
  const { shareWith, lastDay } = draft
  const [isSubmitted, setSubmitted] = useState(false)
  const [typed, setTyped] = useState('')
  const recipients = useList('GET /api/files/sharedUsers', { page: 0, size: 500 })
  const contacts = useContactsWithEmail(typed)
  const share = useSend('POST /api/files/share')
  const submit = async () => {
    setSubmitted(true)
    if (shareWith.length === 0 || findInvalidAddress(shareWith) || isInvalidDay(lastDay)) return false
    const uniqueIds = items.map(({ uniqueId }) => uniqueId)
    toast.reply(await share.mutateAsync({ shareWith, uniqueIds, ...(lastDay && { lastDay }) }))
    draft.discard()
    onDone()
    return true
  }
  return (
    <DriveDialog
      title={t('Share files with')}
      action={t('Share')}
      onSubmit={submit}
      onClose={onClose}
      shownFields={['shareWith', 'lastDay']}
      footer={<WhoHasAccess items={items} />}
    >
      {(failure) => (
        <>
          {draft.isRestored && <Restored onDiscard={draft.discard} />}
          <ItemNames items={items} />
          <AddressesInput
            label={t('Emails')}
            description={t('They can open and download it. People without an account are invited to create a free one.')}
            value={shareWith}
            onChange={draft.typeAddresses}
            known={[...(recipients.data?.rows ?? []), ...contacts.known]}
            found={contacts.found}
            onType={setTyped}
            error={
              (isSubmitted && shareWith.length === 0 && t('Share with at least 1 email address!')) ||
              fieldError(failure, 'shareWith', t)
            }
          />
          <DateInput
            label={t('Last day (optional)')}
            description={t('Access ends after this day.')}
            value={lastDay}
            onChange={draft.typeDay}
            error={fieldError(failure, 'lastDay', t)}
          />
          {items.some(({ folder }) => folder) && (
            <Text size="sm" c="dimmed">
              {t('Sharing a folder shares everything in it, now and later.')}
            </Text>
          )}
        </>
      )}
    </DriveDialog>
  )
}

/** Everybody who has access to the only item, or an overview where there are several. */
const WhoHasAccess = ({ items }: Pick<DialogProps, 'items'>) => {
  const t = useText()
  const [first, second] = items
  return (
    <Stack gap="xs" mt="md">
      <Divider />
      <Title order={3} size="h5">
        {t('Who has access')}
      </Title>
      {second ? <AccessToMany items={items} /> : <AccessToOne uniqueId={first!.uniqueId} />}
    </Stack>
  )
}

const AccessToOne = ({ uniqueId }: Pick<DriveItem, 'uniqueId'>) => {
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId })
  if (data) return <Access item={data} />
  return error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={2} />
}

/** Addresses that are named. */
const MAX_NAMED = 12

/** Names the addresses that have access to one of these items or more. */
const AccessToMany = ({ items }: Pick<DialogProps, 'items'>) => {
  const t = useText()
  const all = uniqueAddresses(items.flatMap(({ sharedWith, sharedAbove }) => [...sharedWith, ...sharedAbove]))
  const names = all.slice(0, MAX_NAMED).join(', ')
  const count = all.length - MAX_NAMED
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {all.length === 0 && t('Only you have access.')}
      {all.length > 0 &&
        t('To one of them or more: {names}', { names: count > 0 ? t('{names} and {count} more', { names, count }) : names })}
    </Text>
  )
}

/** The first error of a field or of its items, translated. */
const fieldError = (failure: Failure | null, field: string, t: Translate) => {
  const [, sentence] = Object.entries(failure?.fields ?? {}).find(([name]) => name.split('.')[0] === field) ?? []
  return sentence && t(sentence)
}

const notShared = (addresses: readonly string[], t: Translate) =>
  t('Nothing was shared with {addresses} directly.', { addresses: addresses.join(', ') })

/** Revokes the access of addresses, and returns those that had no access. */
const useUnshare = ({ items, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/files/bulkUnShare')
  return async (unShareWith: string[]) => {
    const reply = await send.mutateAsync({ unShareWith, uniqueIds: items.map(({ uniqueId }) => uniqueId) })
    const revoked = reply.data.filter(({ outcome }) => outcome === 'DONE').map(({ emailAddress }) => emailAddress.toLowerCase())
    const without = unShareWith.filter((address) => !revoked.includes(address.toLowerCase()))
    if (revoked.length === 0) return { isDone: false, without }
    toast.reply(reply)
    if (without.length > 0) toast.show({ title: t('UnShare'), text: notShared(without, t), isNeutral: true })
    onDone()
    return { isDone: true, without }
  }
}

/** Asks whose access to revoke: addresses are typed, or selected from those that have access. */
export const UnShareWith = (props: DialogProps) => {
  const { items, onClose } = props
  const t = useText()
  const [unShareWith, setUnShareWith] = useState<string[]>([])
  const [wrong, setWrong] = useState('')
  const unshare = useUnshare(props)
  const current = uniqueAddresses(items.flatMap(({ sharedWith }) => sharedWith))
  const choose = (addresses: string[]) => {
    setUnShareWith(addresses)
    setWrong('')
  }
  const submit = async () => {
    if (unShareWith.length === 0) setWrong(t('Un Share with at least 1 email address!'))
    if (unShareWith.length === 0 || findInvalidAddress(unShareWith)) return false
    const { isDone, without } = await unshare(unShareWith)
    if (!isDone) setWrong(notShared(without, t))
    return isDone
  }
  return (
    <DriveDialog
      title={t('Un Share files with')}
      action={t('UnShare')}
      onSubmit={submit}
      onClose={onClose}
      shownFields={['unShareWith']}
    >
      {(failure) => (
        <>
          <ItemNames items={items} />
          <AddressesInput
            label={t('To unshare')}
            value={unShareWith}
            onChange={choose}
            known={current.map((emailAddress) => ({ emailAddress }))}
            error={wrong || fieldError(failure, 'unShareWith', t)}
          />
          <CurrentAccess addresses={current} selected={unShareWith} onChoose={choose} />
          <InheritedAccess addresses={uniqueAddresses(items.flatMap(({ sharedAbove }) => sharedAbove))} />
        </>
      )}
    </DriveDialog>
  )
}

const InheritedAccess = ({ addresses }: { addresses: readonly string[] }) => {
  const t = useText()
  if (addresses.length === 0) return null
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {t('Through a parent folder, where you can remove it: {addresses}', { addresses: addresses.join(', ') })}
    </Text>
  )
}

interface CurrentAccessProps {
  addresses: readonly string[]
  selected: string[]
  onChoose: (chosen: string[]) => void
}

/** A long address wraps to a second line if it does not fit. */
const wrapStyle = {
  root: { maxWidth: '100%' },
  label: { height: 'auto', minHeight: 'var(--chip-size)', whiteSpace: 'normal', overflowWrap: 'anywhere' },
} as const

const CurrentAccess = ({ addresses, selected, onChoose }: CurrentAccessProps) => {
  const t = useText()
  return (
    <Input.Wrapper label={t('Currently shared with')} labelElement="div">
      <Chip.Group
        multiple
        value={selected.filter((address) => addresses.includes(address))}
        onChange={(picked) =>
          onChoose(uniqueAddresses([...selected.filter((address) => !addresses.includes(address)), ...picked]))
        }
      >
        <Group gap="xs" mt={4}>
          {addresses.map((address) => (
            <Chip key={address} value={address} styles={wrapStyle}>
              {address}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
