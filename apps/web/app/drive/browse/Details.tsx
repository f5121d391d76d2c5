import { Button, Drawer, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconHistory, IconLock, IconUsers } from '@tabler/icons-react'
import type { DriveItem, Share } from '@tradewind/contract/drive/item'
import type { ReactNode } from 'react'
import { useCall } from '#kit/api/query'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { useFocusBack } from '#ui/dialog/Dialog'
import { ListSkeleton } from '#ui/list/Paged'
import { ErrorState } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import { bytesIn } from '#ui/values/figures'
import { Access } from './Access.tsx'
import { Activity } from './Activity.tsx'
import { AttachedTo, useAttachedTo } from './AttachedTo.tsx'
import { Preview } from './Preview.tsx'

/** The item whose details are open beside the list: it is in the address. */
export const useDetails = () => {
  const [uniqueId, set] = useParam('details')
  return { uniqueId, open: set, close: () => set('') }
}

/** One file or folder, beside the list: what it is, who has access, what was done to it. */
export const Details = () => {
  const t = useText()
  const { uniqueId, close } = useDetails()
  useFocusBack(uniqueId !== '')
  return (
    <Drawer opened={uniqueId !== ''} onClose={close} position="right" title={t('Details')} returnFocus={false}>
      {uniqueId && <Found key={uniqueId} uniqueId={uniqueId} />}
    </Drawer>
  )
}

const Found = ({ uniqueId }: { uniqueId: string }) => {
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId })
  if (error && (!data || error.status === 404)) return <ErrorState failure={error} onRetry={() => void refetch()} />
  return data ? <Whole item={data} /> : <ListSkeleton />
}

type Detailed = DriveItem & { shares: Share[] }

const Whole = ({ item }: { item: Detailed }) => {
  const t = useText()
  const language = useLanguage()
  const isOwn = item.ownerId === useActor().uniqueId
  const { fullName, userCompanyName } = item.createdByUser
  return (
    <Stack>
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {item.name}
      </Title>
      {!item.folder && <Preview item={item} />}
      <Stack gap={4}>
        <Fact label={item.folder ? t('Items') : t('Size')}>
          {item.folder ? String(item.items ?? 0) : bytesIn(item.size ?? 0, language)}
        </Fact>
        <Fact label={t('Date Created')}>
          <Day at={item.dateCreated} precise />
        </Fact>
        <Fact label={t('Last changed')}>
          <Day at={item.updatedAt} precise />
        </Fact>
        <Fact label={t('Owner')}>{isOwn ? t('You') : (userCompanyName ?? fullName)}</Fact>
      </Stack>
      {isOwn && <OfOwner item={item} />}
    </Stack>
  )
}

/** What its owner alone is told: who has access, by what, and what was done to it. */
const OfOwner = ({ item }: { item: Detailed }) => {
  const t = useText()
  const attached = useAttachedTo(item.uniqueId, !item.folder)
  return (
    <>
      {(item.shares.length > 0 || !attached.isAttached) && (
        <>
          <Title order={3} size="h5">
            {t('Shared With')}
          </Title>
          <Access item={item} />
        </>
      )}
      {attached.isAttached && <AttachedTo attached={attached} />}
      <Title order={3} size="h5">
        {t('Activity')}
      </Title>
      <Activity uniqueId={item.uniqueId} />
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Group gap="xs" wrap="nowrap" align="baseline">
    <Text size="sm" c="dimmed" w={128} style={{ flex: 'none' }}>
      {label}
    </Text>
    <Text size="sm" component="div">
      {children}
    </Text>
  </Group>
)

/** The button that opens what was done in the whole own drive, beside the list: it is in the address. */
export const DriveActivity = () => {
  const t = useText()
  const [shown, show] = useParam('activity')
  useFocusBack(shown !== '')
  return (
    <>
      <Button variant="subtle" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => show('all')}>
        {t('Activity')}
      </Button>
      <Drawer opened={shown !== ''} onClose={() => show('')} position="right" title={t('Activity')} returnFocus={false}>
        {shown && <Activity />}
      </Drawer>
    </>
  )
}

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
      {t('Shared with {names}. They can see everything in this folder.', { names })}
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
