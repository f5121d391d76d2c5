import { Chip, Group, Input, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useList, useSend } from '#kit/api/query'
import { useEntries } from '#kit/feature'
import { type Translate, useText } from '#kit/text'
import { AddressesInput, findInvalidAddress, uniqueAddresses } from '#ui/form/AddressesInput'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useDraft'
import { useToast } from '#ui/page/toast'
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

/** Asks for the addresses to share with. */
export const ShareWith = ({ items, onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const draft = useDraft(`file/share/${items.map(({ uniqueId }) => uniqueId).join()}`, '[]')
  const shareWith = JSON.parse(draft.text) as string[]
  const [isSubmitted, setSubmitted] = useState(false)
  const [typed, setTyped] = useState('')
  const recipients = useList('GET /api/files/sharedUsers', { page: 0, size: 500 })
  const contacts = useContactsWithEmail(typed)
  const share = useSend('POST /api/files/share')
  const submit = async () => {
    setSubmitted(true)
    if (shareWith.length === 0 || findInvalidAddress(shareWith)) return false
    toast.reply(await share.mutateAsync({ shareWith, uniqueIds: items.map(({ uniqueId }) => uniqueId) }))
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
      shownFields={['shareWith']}
    >
      {(failure) => (
        <>
          {draft.isRestored && <Restored onDiscard={draft.discard} />}
          <ItemNames items={items} />
          <AddressesInput
            label={t('Emails')}
            description={t('They can open and download it. People without an account are invited to create a free one.')}
            value={shareWith}
            onChange={(addresses) => draft.type(JSON.stringify(addresses))}
            known={[...(recipients.data?.rows ?? []), ...contacts.known]}
            found={contacts.found}
            onType={setTyped}
            error={
              (isSubmitted && shareWith.length === 0 && t('Share with at least 1 email address!')) ||
              addressError(failure?.fields, t)
            }
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

/** The first error of the addresses, translated. */
const addressError = (fields: Record<string, string> = {}, t: (text: string) => string) => {
  const [, sentence] = Object.entries(fields).find(([field]) => /^shareWith\b/.test(field)) ?? []
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
    <DriveDialog title={t('Un Share files with')} action={t('UnShare')} onSubmit={submit} onClose={onClose}>
      {(failure) => (
        <>
          <ItemNames items={items} />
          <AddressesInput
            label={t('To unshare')}
            value={unShareWith}
            onChange={choose}
            known={current.map((emailAddress) => ({ emailAddress }))}
            error={wrong || addressError(failure?.fields, t)}
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
