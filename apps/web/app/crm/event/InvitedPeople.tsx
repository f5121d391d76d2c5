import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconMailForward, IconMailPlus, IconUserMinus } from '@tabler/icons-react'
import type { Event } from '@tradewind/contract/crm/event.contract'
import { useState } from 'react'
import type { Answer } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { type Say, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { Menu } from '#ui/page/floating'
import { Read } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Panel } from '#ui/record/DetailPage'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { InviteDialog } from './InviteDialog.tsx'

type Invitation = Answer<'GET /api/event/invited/:uniqueId'>[number]

const nameOf = ({ name, emailAddress }: Invitation) => name || emailAddress

const columnsIn = (t: Say): Column<Invitation>[] => [
  { field: 'name', head: t('Name'), show: (person) => <Clip>{nameOf(person)}</Clip>, width: '28%' },
  { field: 'emailAddress', head: t('Email'), show: ({ emailAddress }) => <Clip>{emailAddress}</Clip>, width: '32%' },
  { field: 'answer', head: t('Answer'), show: ({ answer }) => <AnswerBadge answer={answer} />, width: '18%' },
  { field: 'state', head: t('Status'), show: (person) => <MailState {...person} /> },
]
const card = { title: nameOf, instead: ['name'] }

/** Who is invited to an event by mail, what they have answered, and what became of the mail. For whoever may change the event. */
export const InvitedPeople = ({ event }: { event: Event }) => {
  const t = useText()
  const [isInviting, setInviting] = useState(false)
  const read = useCall('GET /api/event/invited/:uniqueId', { uniqueId: event.uniqueId }, { fresh: true })
  return (
    <Panel>
      <Stack component="section" aria-labelledby="invited">
        <Group justify="space-between">
          <Title order={2} size="h4" id="invited">
            {t('Invited people')}
          </Title>
          <Button variant="default" leftSection={<IconMailPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {t('Invite people')}
          </Button>
        </Group>
        <Read of={read} height={80}>
          {(people) => (people.length > 0 ? <People people={people} /> : <Nobody />)}
        </Read>
      </Stack>
      <InviteDialog opened={isInviting} event={event} onClose={() => setInviting(false)} />
    </Panel>
  )
}

const Nobody = () => {
  const t = useText()
  return (
    <Text c="dimmed">
      {t(
        'Nobody has been invited yet. People you invite receive an email with a calendar entry, and another one when the time or place changes.',
      )}
    </Text>
  )
}

const People = ({ people }: { people: readonly Invitation[] }) => {
  const t = useText()
  const count = (answer: Invitation['answer']) => people.filter((person) => person.answer === answer).length
  const counts = { accepted: count('ACCEPTED'), declined: count('DECLINED'), open: count(null) }
  return (
    <>
      <Text size="sm">{t('{accepted} accepted, {declined} declined, {open} without an answer', counts)}</Text>
      <Rows
        label={t('Invited people')}
        rows={people}
        columns={columnsIn(t)}
        keyOf={({ uniqueId }) => uniqueId}
        card={card}
        menuOf={menuOf}
      />
    </>
  )
}

const PersonMenu = ({ person }: { person: Invitation }) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, state } = person
  const resend = useSend('POST /api/event/invited/resend/:uniqueId', { changes: ['event'] })
  const takeOff = useSend('DELETE /api/event/invited/:uniqueId', { changes: ['event'] })
  const told = (sent: Promise<Parameters<typeof toast.reply>[0]>) =>
    sent.then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  const remove = async () => {
    const isSure = await confirm({
      title: t('Take off the list?'),
      text: t('They receive an email that cancels the entry in their calendar.'),
      about: nameOf(person),
      yes: t('Take off'),
      no: t('Cancel'),
    })
    if (isSure) await told(takeOff.mutateAsync({ uniqueId }))
  }
  return (
    <RowMenu name={nameOf(person)}>
      <Menu.Item
        disabled={state === 'WAITING'}
        onClick={() => void told(resend.mutateAsync({ uniqueId }))}
        leftSection={<IconMailForward size={16} aria-hidden />}
      >
        {t('Send again')}
      </Menu.Item>
      <Menu.Item onClick={() => void remove()} leftSection={<IconUserMinus size={16} aria-hidden />}>
        {t('Take off')}
      </Menu.Item>
    </RowMenu>
  )
}

const menuOf = (person: Invitation) => <PersonMenu person={person} />

const AnswerBadge = ({ answer }: Pick<Invitation, 'answer'>) => {
  const t = useText()
  if (answer === 'ACCEPTED') return <Badge color="green">{t('Accepted')}</Badge>
  if (answer === 'DECLINED') return <Badge color="red">{t('Declined')}</Badge>
  return <Badge color="ink">{t('No answer')}</Badge>
}

const MailState = ({ state, problem }: Pick<Invitation, 'state' | 'problem'>) => {
  const t = useText()
  const words = { WAITING: t('Waiting'), SENT: t('Sent'), UNCERTAIN: t('May have arrived'), FAILED: t('Not sent') }
  return <Clip lines={2}>{problem ? `${words[state]}: ${t(problem)}` : words[state]}</Clip>
}
