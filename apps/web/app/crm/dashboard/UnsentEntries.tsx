import { Alert, Anchor, Group } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'

/** The user's entries in fair mode that only this device has. Devices that store nothing have none. */
export const useUnsentEntries = () => {
  const { uniqueId } = useActor()
  return useQuery({
    queryKey: ['unsentEntries', uniqueId],
    queryFn: async () => {
      try {
        const { loadEntryCounts } = await import('#kit/browser/offlineStore')
        return await loadEntryCounts(uniqueId)
      } catch {
        return null
      }
    },
    staleTime: 0,
    networkMode: 'always',
  })
}

/** Says that entries of fair mode are not sent yet, how many of them need the user, and leads to them. */
export const UnsentEntries = () => {
  const t = useText()
  const { data: counts } = useUnsentEntries()
  if (!counts || counts.unsent === 0) return null
  const { unsent, undecided } = counts
  const unsentText = t('{count} entry of fair mode is not sent yet|{count} entries of fair mode are not sent yet', {
    count: unsent,
  })
  const undecidedText = t('{count} entry of fair mode needs you.|{count} entries of fair mode need you.', { count: undecided })
  const title = undecided === unsent ? undecidedText : unsentText
  return (
    <Alert color="signal" icon={<IconCloudUpload aria-hidden />} title={title} px="md" py="xs">
      <Group gap="xs">
        {undecided > 0 && undecided < unsent && undecidedText}
        <Anchor href="/fair" inherit>
          {t('Open fair mode')}
        </Anchor>
      </Group>
    </Alert>
  )
}
