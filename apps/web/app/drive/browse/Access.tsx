import { Button, Group, Stack, Text } from '@mantine/core'
import type { DriveItem, Share } from '@tradewind/contract/drive/item'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { DateInput, parseDay } from '#ui/form/DateInput'
import { useToast } from '#ui/page/toast'
import { dayInSentence } from '#ui/values/dates'
import { Day } from '#ui/values/Day'

interface AccessProps {
  item: Pick<DriveItem, 'uniqueId' | 'name'> & { shares: readonly Share[] }
}

/** People that are listed at first, and with each click more. */
const STEP = 10

/** Lists everybody who has or had access to one of the user's own items: through which share, until when, with buttons to change that and to revoke it. */
export const Access = ({ item }: AccessProps) => {
  const t = useText()
  const [shown, setShown] = useState(STEP)
  if (item.shares.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Only you have access.')}
      </Text>
    )
  const people = byPerson(item.shares)
  return (
    <>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {people.slice(0, shown).map((shares) => (
          <Person key={shares[0]!.emailAddress} item={item} shares={shares} />
        ))}
      </Stack>
      {people.length > shown && (
        <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => setShown(shown + STEP)}>
          {t('More')}
        </Button>
      )}
    </>
  )
}

/** Groups the shares by person. A person has several where both the item and folders above it are shared with them. */
const byPerson = (shares: readonly Share[]) => [...Map.groupBy(shares, (one) => one.emailAddress.toLowerCase()).values()]

const useUnshare = ({ uniqueId }: AccessProps['item'], { emailAddress, through }: Share) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/files/unshare')
  const unshare = async () => {
    const hint = t('You can re share again!')
    const folderWarning = through && t('This ends access to everything in the folder {name}.', { name: through.name })
    const question = {
      title: t('Are you sure?'),
      text: folderWarning ? `${folderWarning} ${hint}` : hint,
      recordName: emailAddress,
    }
    if (!(await confirm({ ...question, confirmLabel: t('Yes, Un Share it!') }))) return
    const input = { uniqueId: through?.uniqueId ?? uniqueId, email: emailAddress }
    await send.mutateAsync(input).then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  }
  return { unshare, isPending: send.isPending }
}

const Person = ({ item, shares }: AccessProps & { shares: readonly Share[] }) => {
  const { emailAddress, fullName } = shares[0]!
  return (
    <Stack component="li" gap={4}>
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {fullName}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {emailAddress}
        </Text>
      </Stack>
      {shares.map((share) => (
        <ShareLine key={share.through?.uniqueId ?? 'itself'} item={item} share={share} />
      ))}
    </Stack>
  )
}

/** One share that gives somebody access: through which folder and until when; the buttons that change its last day and revoke it. */
const ShareLine = ({ item, share }: AccessProps & { share: Share }) => {
  const t = useText()
  const [isEditing, setEditing] = useState(false)
  const { unshare, isPending } = useUnshare(item, share)
  const { emailAddress } = share
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    button.current?.focus()
  }
  return (
    <>
      <Group justify="space-between" gap="xs">
        <ShareState share={share} />
        <Group gap={4} wrap="nowrap">
          <Button
            ref={button}
            size="compact-sm"
            variant="default"
            aria-expanded={isEditing}
            aria-label={t('Change the last day of {name}', { name: emailAddress })}
            onClick={() => setEditing(!isEditing)}
          >
            {share.expired ? t('Extend') : t('Last day')}
          </Button>
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => void unshare()}>
            {t('UnShare')}
          </Button>
        </Group>
      </Group>
      {isEditing && <LastDayEditor item={item} share={share} onClose={close} />}
    </>
  )
}

const ShareState = ({ share: { openedAt, through, lastDay, expired } }: { share: Share }) => {
  const t = useText()
  const day = lastDay && dayInSentence(lastDay)
  return (
    <Text size="xs" c="dimmed" component="div" flex="1 1 12rem">
      {through && <span>{t('through the folder {name}', { name: through.name })} · </span>}
      {expired ? (
        <Text span inherit c="red">
          {t('Expired on {day}', { day: day ?? '' })}
        </Text>
      ) : (
        <span>{day ? t('can open and download until {day}', { day }) : t('can open and download')}</span>
      )}
      {' · '}
      {openedAt ? t('opened') : t('not opened yet')} {openedAt && <Day at={openedAt} precise />}
    </Text>
  )
}

/** Sets another last day, or removes it. */
const LastDayEditor = ({ item, share, onClose }: AccessProps & { share: Share; onClose: () => void }) => {
  const t = useText()
  const toast = useToast()
  const [day, setDay] = useState(share.expired ? '' : (share.lastDay ?? ''))
  const [wrong, setWrong] = useState('')
  const send = useSend('PATCH /api/files/share')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const save = async (lastDay: string | null) => {
    const input = { uniqueId: share.through?.uniqueId ?? item.uniqueId, email: share.emailAddress, lastDay }
    try {
      toast.reply(await send.mutateAsync(input))
      onClose()
    } catch (error) {
      const failure = failureOf(error)
      if (failure.fields['lastDay']) setWrong(t(failure.fields['lastDay']))
      else toast.failure(failure)
    }
  }
  const saveDay = () => {
    const lastDay = parseDay(day)
    if (lastDay) return void save(lastDay)
    setWrong(t('This is not a date. Write it like 31-12-2026.'))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') saveDay()
  }
  return (
    <Group ref={box} align="flex-start" gap="xs" onKeyDown={onKeyDown}>
      <DateInput aria-label={t('Last day')} flex="1 1 10rem" value={day} onChange={setDay} error={wrong} />
      <Button size="sm" loading={send.isPending} onClick={saveDay}>
        {t('Save')}
      </Button>
      {(share.lastDay !== null || share.expired) && (
        <Button size="sm" variant="default" disabled={send.isPending} onClick={() => void save(null)}>
          {t('No last day')}
        </Button>
      )}
    </Group>
  )
}
