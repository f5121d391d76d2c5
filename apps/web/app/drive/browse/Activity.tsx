import { Anchor, Button, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { DriveActivity } from '@tradewind/contract/drive/item'
import { lookedAt } from '@tradewind/contract/drive/item.words'
import { useState } from 'react'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { phrase, type Say, useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/Paged'
import { EmptyState, ErrorState } from '#ui/page/states'
import { Day } from '#ui/values/Day'

const sentences: Record<DriveActivity['action'], string> = {
  UPLOADED: phrase('{by} uploaded {name}'),
  REPLACED: phrase('{by} replaced {name}'),
  CREATED: phrase('{by} created {name}'),
  RENAMED: phrase('{by} renamed {name}, which was {detail}'),
  MOVED: phrase('{by} moved {name}'),
  SHARED: phrase('{by} shared {name} with {detail}'),
  UNSHARED: phrase('{by} ended the sharing of {name} with {detail}'),
  ATTACHED: phrase('{by} attached {name} to {detail}'),
  DETACHED: phrase('{by} detached {name} from {detail}'),
  OPENED: phrase('{by} opened {name}'),
  DOWNLOADED: phrase('{by} downloaded {name}'),
  DELETED: phrase('{by} deleted {name}'),
  RESTORED: phrase('{by} restored {name}'),
  PURGED: phrase('{by} deleted {name} for good'),
}

/** What was done, in a sentence. */
export const saidOf = (t: Say, { action, byName, name, detail }: DriveActivity) =>
  t(sentences[action], { by: byName, name, detail: detail ?? '' })

const pathOf = ({ itemId, standing }: DriveActivity) => (standing ? lookedAt({ uniqueId: itemId, ...standing }) : undefined)

const size = 20
interface ActivityProps {
  /** One item; without it the whole drive, whose entries lead to their items. */
  uniqueId?: string
}

const usePage = (page: number, { uniqueId }: ActivityProps) =>
  useList('GET /api/files/activity', { page, size, ...(uniqueId && { uniqueId }) })

/** What was done to one's files, or to one of them, the latest first. */
export const Activity = (props: ActivityProps) => {
  const t = useText()
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = usePage(0, props)
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  if (data.total === 0) return <Nothing />
  return (
    <Stack gap="xs">
      <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {Array.from({ length: pages }, (_, page) => (
          <Page key={page} page={page} {...props} />
        ))}
      </Stack>
      {data.total > pages * size && (
        <Button variant="subtle" onClick={() => setPages(pages + 1)}>
          {t('More')}
        </Button>
      )}
    </Stack>
  )
}

const Nothing = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconHistory}
      title={t('Nothing has happened yet')}
      text={t('See who uploads, changes, shares and opens your files and folders.')}
    />
  )
}

const Page = ({ page, ...props }: ActivityProps & { page: number }) => {
  const { data, error, refetch } = usePage(page, props)
  if (!data) return <li>{error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={3} />}</li>
  return data.rows.map((one) => <Entry key={one.uniqueId} one={one} path={props.uniqueId ? undefined : pathOf(one)} />)
}

const Entry = ({ one, path }: { one: DriveActivity; path: string | undefined }) => {
  const t = useText()
  const at = useArea()
  const said = saidOf(t, one)
  return (
    <li>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {path ? (
          <Anchor component={Link} to={at(path)} inherit>
            {said}
          </Anchor>
        ) : (
          said
        )}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <Day at={one.dateCreated} precise />
      </Text>
    </li>
  )
}
