import { Alert, Button, Group, Radio, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type FeedContent, MAX_FEEDS } from '@tradewind/contract/crm/calendar.constants'
import { eventPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { useRef, useState } from 'react'
import type { RowOf } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { FormFailure } from '#ui/dialog/Dialog'
import { RecordSelect } from '#ui/form/SearchSelect'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'

type Feed = RowOf<'GET /api/calendar/feed/'>

const contents: { content: FeedContent; text: string; rules?: Rules }[] = [
  { content: 'own', text: phrase('My tasks, meetings, events and next contacts') },
  { content: 'project', text: phrase('One project: its companies’ next contacts, meetings and tasks'), rules: projectPolicy.see },
  { content: 'events', text: phrase('All events'), rules: eventPolicy.see },
]

/** Private addresses at which other programs read the calendar: creates, lists and revokes them. */
export const Subscribe = () => {
  const t = useText()
  const read = useCall('GET /api/calendar/feed/', {}, { refetchOnMount: true })
  const { data, error, refetch } = read
  const [newUrl, setNewUrl] = useState<string | null>(null)
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {t(
          'Show your calendar in Outlook, Google Calendar or on your phone: add a calendar by its address there. It contains what you can see now, from 90 days ago to a year ahead.',
        )}
      </Text>
      {newUrl ? <NewAddress url={newUrl} onDone={() => setNewUrl(null)} /> : <MakeForm onCreated={setNewUrl} />}
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && data.rows.length > 0 && <Feeds feeds={data.rows} />}
    </Stack>
  )
}

const MakeForm = ({ onCreated }: { onCreated: (url: string) => void }) => {
  const t = useText()
  const actor = useActor()
  const [what, setWhat] = useState<FeedContent>('own')
  const [project, setProject] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { mutateAsync, isPending } = useSend('POST /api/calendar/feed/', { changes: ['calendar'] })
  const availableContents = contents.filter(({ rules }) => !rules || can(actor, rules))
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFailure(null)
    try {
      const { data } = await mutateAsync({ what, ...(what === 'project' && project && { project }) })
      onCreated(data.url)
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  const faultOf = (field: string) => failure?.fields[field] && t(failure.fields[field])
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Radio.Group label={t('What it holds')} value={what} onChange={setWhat} error={faultOf('what')}>
          <Stack gap={6} mt={6}>
            {availableContents.map((one) => (
              <Radio key={one.content} value={one.content} label={t(one.text)} />
            ))}
          </Stack>
        </Radio.Group>
        {what === 'project' && (
          <RecordSelect
            kind="project"
            nameField="name"
            label={t('Project')}
            required
            value={project}
            onChange={setProject}
            error={faultOf('project')}
          />
        )}
        <FormFailure failure={failure} shownFields={what === 'project' ? ['what', 'project'] : ['what']} />
        <div>
          <Button type="submit" loading={isPending}>
            {t('Create an address')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** The new address, which is shown only once. */
const NewAddress = ({ url, onDone }: { url: string; onDone: () => void }) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      input.current?.select() // for a browser that does not allow copying: the user copies by hand
    }
  }
  return (
    <Stack gap="sm">
      <Alert color="green" role="status" title={t('Your address')}>
        {t(
          'It is shown only once. Anyone who has it can read this calendar, so keep it private. Changing your password revokes it.',
        )}
      </Alert>
      <TextInput
        ref={input}
        label={t('Address of the calendar')}
        value={url}
        readOnly
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group>
        <Button
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? t('Copied') : t('Copy')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('Done')}
        </Button>
      </Group>
    </Stack>
  )
}

const Feeds = ({ feeds }: { feeds: readonly Feed[] }) => {
  const t = useText()
  return (
    <Stack component="section" gap="xs" aria-labelledby="feeds">
      <Title order={3} size="h5" id="feeds">
        {t('Your addresses ({count} of {most})', { count: feeds.length, most: MAX_FEEDS })}
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {feeds.map((feed) => (
          <One key={feed.uniqueId} feed={feed} />
        ))}
      </Stack>
    </Stack>
  )
}

const shortNames: Record<FeedContent, string> = {
  own: phrase('Only my items'),
  project: phrase('A project that was deleted or that you may not see'),
  events: phrase('All events'),
}

const One = ({ feed: { uniqueId, what, project, dateCreated, lastFetched } }: { feed: Feed }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('DELETE /api/calendar/feed/:uniqueId', { changes: ['calendar'] })
  const name = project?.name ?? t(shortNames[what])
  const end = async () => {
    const isSure = await confirm({
      title: t('Revoke this address?'),
      text: t('Apps that use it will no longer show your calendar.'),
      recordName: name,
      confirmLabel: t('Revoke'),
    })
    if (!isSure) return
    try {
      toast.reply(await mutateAsync({ uniqueId }))
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('Since')} <Day at={dateCreated} /> · {t('last fetched')}{' '}
          {lastFetched ? <Day at={lastFetched} precise /> : t('never')}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        aria-label={t('Revoke {name}', { name })}
        onClick={() => void end()}
      >
        {t('Revoke')}
      </Button>
    </Group>
  )
}
