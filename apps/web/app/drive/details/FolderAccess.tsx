import { Group, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconLock, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { useDetails } from './Details.tsx'

/** Says of an open folder of the own drive who sees what is put there, before it is. */
export const FolderAccess = ({ folderId }: { folderId: string }) => {
  const t = useText()
  const details = useDetails()
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId: folderId })
  if (error?.status === 404) return null // the page says so itself
  if (error && !data)
    return (
      <Line icon={IconAlertTriangle} onClick={() => void refetch()}>
        {t('Who has access could not be loaded. Try again')}
      </Line>
    )
  if (!data) return <Skeleton height={22} width="16rem" maw="100%" />
  const [first, ...others] = new Set(data.shares.map(({ emailAddress }) => emailAddress.toLowerCase()))
  if (!first) return <Line icon={IconLock}>{t('Only you have access.')}</Line>
  const names = others.length > 0 ? t('{names} and {count} more', { names: first, count: others.length }) : first
  return (
    <Line icon={IconUsers} onClick={() => details.open(folderId)}>
      {t('Shared with {names}: all that is put here is seen by them, too.', { names })}
    </Line>
  )
}

interface LineProps {
  icon: Icon
  onClick?: () => void
  children: ReactNode
}

const Line = ({ icon: Sign, onClick, children }: LineProps) => {
  const line = (
    <Group gap={6} wrap="nowrap" align="start">
      <Sign size={18} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" {...(onClick ? { td: 'underline' } : { c: 'dimmed' })} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
  if (!onClick) return line
  return (
    <UnstyledButton onClick={onClick} style={{ alignSelf: 'start' }}>
      {line}
    </UnstyledButton>
  )
}
