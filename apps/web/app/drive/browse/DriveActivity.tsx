import { Anchor, Button, Drawer, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { DriveActivity as LoggedActivity } from '@tradewind/contract/drive/item'
import { driveItemPath } from '@tradewind/contract/drive/item.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { type Translate, useText } from '#kit/text'
import { useReturnFocus } from '#ui/dialog/Dialog'
import { ListSkeleton } from '#ui/list/Paged'
import { HeaderButton } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { dayInSentence } from '#ui/values/dates'
import { Day } from '#ui/values/Day'

/** The button that opens the activity of the whole own drive next to the list. The state is in the address. */
export const DriveActivity = () => {
  const t = useText()
  const [activity, show] = useParam('activity')
  useReturnFocus(activity !== '')
  return (
    <>
      <HeaderButton icon={IconHistory} onClick={() => show('all')}>
        {t('Activity')}
      </HeaderButton>
      <Drawer opened={activity !== ''} onClose={() => show('')} position="right" title={t('Activity')} returnFocus={false}>
        {activity && <Activity />}
      </Drawer>
    </>
  )
}

const sentences: Record<LoggedActivity['action'], string> = {
  UPLOADED: phrase('{by} uploaded {name}'),
  REPLACED: phrase('{by} replaced {name}'),
  CREATED: phrase('{by} created {name}'),
  RENAMED: phrase('{by} renamed {name}, which was {detail}'),
  MOVED: phrase('{by} moved {name}'),
  SHARED: phrase('{by} shared {name} with {detail}'),
  UNSHARED: phrase('{by} ended the sharing of {name} with {detail}'),
  LAST_DAY: phrase('{by} removed the last day of the sharing of {name} with {detail}'),
  EXPIRED: phrase('The sharing of {name} with {detail} expired'),
  ATTACHED: phrase('{by} attached {name} to {detail}'),
  DETACHED: phrase('{by} detached {name} from {detail}'),
  OPENED: phrase('{by} opened {name}'),
  DOWNLOADED: phrase('{by} downloaded {name}'),
  DELETED: phrase('{by} deleted {name}'),
  RESTORED: phrase('{by} restored {name}'),
  PURGED: phrase('{by} deleted {name} for good'),
}

/** The sentences about shares that have a last day. */
const datedSentences: Partial<typeof sentences> = {
  SHARED: phrase('{by} shared {name} with {detail} until {day}'),
  LAST_DAY: phrase('{by} set {day} as the last day of the sharing of {name} with {detail}'),
  EXPIRED: phrase('The sharing of {name} with {detail} expired on {day}'),
}

/** Describes an activity entry in a sentence. */
const describeActivity = (t: Translate, { action, byName, name, detail, lastDay }: LoggedActivity) => {
  const values = { by: byName, name, detail: detail ?? '' }
  const dated = lastDay && datedSentences[action]
  return dated ? t(dated, { ...values, day: dayInSentence(lastDay) }) : t(sentences[action], values)
}

const pathOf = ({ itemId, standing }: LoggedActivity) => (standing ? driveItemPath({ uniqueId: itemId, ...standing }) : undefined)

const ACTIVITY_SIZE = 20
interface ActivityProps {
  /** The item; without it the activity of the whole drive, whose entries link to their items. */
  uniqueId?: string
}

const usePage = (page: number, { uniqueId }: ActivityProps) =>
  useList('GET /api/files/activity', { page, size: ACTIVITY_SIZE, ...(uniqueId && { uniqueId }) })

/** The activity of the user's files, or of one of them, latest first. */
export const Activity = (props: ActivityProps) => {
  const t = useText()
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = usePage(0, props)
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  if (data.total === 0) return <NoActivity />
  return (
    <Stack gap="xs">
      <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {Array.from({ length: pages }, (_, page) => (
          <ActivityPage key={page} page={page} {...props} />
        ))}
      </Stack>
      {data.total > pages * ACTIVITY_SIZE && (
        <Button variant="subtle" onClick={() => setPages(pages + 1)}>
          {t('More')}
        </Button>
      )}
    </Stack>
  )
}

const NoActivity = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconHistory}
      title={t('Nothing has happened yet')}
      text={t('See who uploads, changes, shares and opens your files and folders.')}
    />
  )
}

const ActivityPage = ({ page, ...props }: ActivityProps & { page: number }) => {
  const { data, error, refetch } = usePage(page, props)
  if (!data) return <li>{error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={3} />}</li>
  return data.rows.map((one) => (
    <ActivityEntry key={one.uniqueId} activity={one} path={props.uniqueId ? undefined : pathOf(one)} />
  ))
}

const ActivityEntry = ({ activity, path }: { activity: LoggedActivity; path: string | undefined }) => {
  const t = useText()
  const at = useArea()
  const sentence = describeActivity(t, activity)
  return (
    <li>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {path ? (
          <Anchor component={Link} to={at(path)} inherit>
            {sentence}
          </Anchor>
        ) : (
          sentence
        )}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <Day at={activity.dateCreated} precise />
      </Text>
    </li>
  )
}
