import { Alert, Anchor } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'

/** The number of the user's entries in fair mode that only this device has. Devices that store nothing have none. */
export const useUnsentEntries = () => {
  const { uniqueId } = useActor()
  return useQuery({
    queryKey: ['unsentEntries', uniqueId],
    queryFn: async () => {
      try {
        const { loadUnsentCount } = await import('#kit/browser/offlineStore')
        return (await loadUnsentCount(uniqueId)) ?? 0
      } catch {
        return 0
      }
    },
    staleTime: 0,
    networkMode: 'always',
  })
}

/** Says that entries of fair mode are not sent yet, and leads to them: they are sent while that page is open. */
export const UnsentEntries = () => {
  const t = useText()
  const { data: count = 0 } = useUnsentEntries()
  if (count === 0) return null
  const title = t('{count} entry of fair mode is not sent yet|{count} entries of fair mode are not sent yet', { count })
  return (
    <Alert color="signal" icon={<IconCloudUpload aria-hidden />} title={title} px="md" py="xs">
      <Anchor href="/fair" inherit>
        {t('Open fair mode to send')}
      </Anchor>
    </Alert>
  )
}
