import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { useDetails } from './useDetails.ts'

/** Says of an open folder of the own drive who sees what is put there, before it is. Nothing where nobody else does. */
export const FolderAccess = ({ folderId }: { folderId: string }) => {
  const t = useText()
  const details = useDetails()
  const { data } = useCall('GET /api/files/details/:uniqueId', { uniqueId: folderId })
  const [first, ...others] = new Set(data?.shares.map(({ emailAddress }) => emailAddress.toLowerCase()))
  if (!first) return null
  const names = others.length > 0 ? t('{names} and {count} more', { names: first, count: others.length }) : first
  return (
    <UnstyledButton onClick={() => details.open(folderId)} style={{ alignSelf: 'start' }}>
      <Group gap={6} wrap="nowrap" align="start">
        <IconUsers size={18} aria-hidden style={{ flex: 'none' }} />
        <Text size="sm" td="underline" style={{ overflowWrap: 'anywhere' }}>
          {t('Shared with {names}: all that is put here is seen by them, too.', { names })}
        </Text>
      </Group>
    </UnstyledButton>
  )
}
