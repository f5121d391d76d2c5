import { Button, Group, Stack, Text } from '@mantine/core'
import type { DriveItem, Share } from '@tradewind/contract/drive/item'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'

interface AccessProps {
  item: Pick<DriveItem, 'uniqueId' | 'name'> & { shares: readonly Share[] }
}

/** Lists everybody who has access to one of the user's own items, with a button to revoke it. */
export const Access = ({ item }: AccessProps) => {
  const t = useText()
  if (item.shares.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Only you have access.')}
      </Text>
    )
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {byPerson(item.shares).map((shares) => (
        <Person key={shares[0]!.emailAddress} item={item} shares={shares} />
      ))}
    </Stack>
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

/** One share that gives somebody access, and the button that revokes it. */
const ShareLine = ({ item, share }: AccessProps & { share: Share }) => {
  const t = useText()
  const { unshare, isPending } = useUnshare(item, share)
  const { openedAt, through } = share
  return (
    <Group wrap="nowrap" justify="space-between" gap="sm">
      <Text size="xs" c="dimmed" component="div">
        {through && <span>{t('through the folder {name}', { name: through.name })} · </span>}
        {openedAt ? t('opened') : t('not opened yet')} {openedAt && <Day at={openedAt} precise />}
      </Text>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => void unshare()} style={{ flex: 'none' }}>
        {t('UnShare')}
      </Button>
    </Group>
  )
}
