import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconMailForward, IconMailPlus, IconUserMinus } from '@tabler/icons-react'
import type { Event } from '@tradewind/contract/crm/event.contract'
import { useState } from 'react'
import type { RowOf } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { type Translate, useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { confirm } from '#ui/dialog/confirm'
import { Dialog } from '#ui/dialog/Dialog'
import { AddressesInput, findInvalidAddress } from '#ui/form/AddressesInput'
import { ErrorSummary } from '#ui/form/notices'
import { SearchMultiSelect } from '#ui/form/SearchSelect'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { Menu } from '#ui/page/floating'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Panel } from '#ui/record/DetailPage'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { mailtoOf } from '#ui/values/links'

interface InviteDialogProps {
  opened: boolean
  event: Event
  onClose: () => void
}

/** The dialog that invites people to an event: contacts, colleagues, and typed addresses. */
const InviteDialog = ({ opened, event, onClose }: InviteDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Invite people')} size="lg">
      <InviteForm event={event} onDone={onClose} />
    </Dialog>
  )
}

interface Person {
  uniqueId: string
  fullName: string
}
const idsOf = (people: readonly Person[]) => people.map(({ uniqueId }) => uniqueId)
const personOf = ({ uniqueId, fullName }: Person): Person => ({ uniqueId, fullName })
/** Two contacts may have one name. */
const contactOf = ({ uniqueId, fullName, company }: RowOf<'GET /api/contact/'>): Person => ({
  uniqueId,
  fullName: `${fullName} · ${company.legalName}`,
})
const fullNameOf = ({ fullName }: Person) => fullName

/** The selected people, and the function that sends the invitations. */
const useInvite = (event: Event, onDone: () => void) => {
  const toast = useToast()
  const [contacts, setContacts] = useState<readonly Person[]>([])
  const [users, setUsers] = useState<readonly Person[]>([])
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<Failure | null>(null)
  const { mutateAsync, isPending } = useSend('POST /api/event/invite/:uniqueId', { changes: ['event'] })
  const submit = async () => {
    if (findInvalidAddress(addresses)) return
    setFailure(null)
    const invitees = { contacts: idsOf(contacts), users: idsOf(users), addresses: [...addresses] }
    try {
      toast.reply(await mutateAsync({ uniqueId: event.uniqueId, ...invitees }))
      onDone()
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return { contacts, setContacts, users, setUsers, addresses, setAddresses, failure, isPending, submit }
}

const InviteForm = ({ event, onDone }: { event: Event; onDone: () => void }) => {
  const t = useText()
  const invite = useInvite(event, onDone)
  const { failure } = invite
  const labels = { contacts: t('Contacts'), users: t('Colleagues'), addresses: t('Email addresses') }
  const faultOf = (field: keyof typeof labels) => (failure?.fields[field] ? t(failure.fields[field]) : undefined)
  const onSubmit = (sent: React.SubmitEvent<HTMLFormElement>) => {
    sent.preventDefault()
    void invite.submit()
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        {failure && <ErrorSummary failure={failure} labels={labels} />}
        <Text size="sm" c="dimmed">
          {t('Each of them receives an email with “{title}” as a calendar entry, and can accept or decline.', {
            title: event.title,
          })}
        </Text>
        <SearchMultiSelect
          id="contacts"
          openOnFocus={false}
          label={labels.contacts}
          route="GET /api/contact/"
          query={{ sort: 'lastName' }}
          refOf={contactOf}
          nameOf={fullNameOf}
          data-autofocus
          value={invite.contacts}
          onChange={invite.setContacts}
          error={faultOf('contacts')}
        />
        <SearchMultiSelect
          id="users"
          label={labels.users}
          route="GET /api/admin/options"
          query={{ sort: 'fullName' }}
          refOf={personOf}
          nameOf={fullNameOf}
          value={invite.users}
          onChange={invite.setUsers}
          error={faultOf('users')}
        />
        <AddressesInput
          label={labels.addresses}
          value={invite.addresses}
          onChange={invite.setAddresses}
          error={faultOf('addresses')}
        />
        <FormButtons onCancel={onDone} loading={invite.isPending}>
          {t('Invite')}
        </FormButtons>
      </Stack>
    </form>
  )
}

type Invitation = RowOf<'GET /api/event/invited/:uniqueId'>

const nameOf = ({ name, emailAddress }: Invitation) => name || emailAddress

const columnsIn = (t: Translate): Column<Invitation>[] => [
  { field: 'name', head: t('Name'), show: (person) => <Clip>{nameOf(person)}</Clip>, width: '28%' },
  {
    field: 'emailAddress',
    head: t('Email'),
    show: ({ emailAddress }) => emailAddress,
    hrefOf: ({ emailAddress }) => mailtoOf(emailAddress),
    width: '32%',
  },
  { field: 'answer', head: t('Answer'), show: ({ answer }) => <AnswerBadge answer={answer} />, width: '18%' },
  { field: 'state', head: t('Status'), show: (person) => <MailState {...person} /> },
]
const card = { title: nameOf, titleFields: ['name'] }

/** The people who are invited to an event by mail, their answers, and the delivery state of the mail. For users who may change the event. */
export const InvitedPeople = ({ event }: { event: Event }) => {
  const t = useText()
  const [isInviting, setInviting] = useState(false)
  const read = useCall('GET /api/event/invited/:uniqueId', { uniqueId: event.uniqueId }, { refetchOnMount: true })
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
        <QueryContent of={read} height={80}>
          {({ rows }) => (rows.length > 0 ? <People people={rows} /> : <Nobody />)}
        </QueryContent>
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
      <Rows label={t('Invited people')} rows={people} columns={columnsIn(t)} card={card} menuOf={menuOf} />
    </>
  )
}

const PersonMenu = ({ person }: { person: Invitation }) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, state } = person
  const resend = useSend('POST /api/event/invited/resend/:uniqueId', { changes: ['event'] })
  const removal = useSend('DELETE /api/event/invited/:uniqueId', { changes: ['event'] })
  const showReply = (sent: Promise<Parameters<typeof toast.reply>[0]>) =>
    sent.then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  const remove = async () => {
    const isSure = await confirm({
      title: t('Remove from the list?'),
      text: t('They receive an email that cancels the entry in their calendar.'),
      recordName: nameOf(person),
      confirmLabel: t('Remove'),
    })
    if (isSure) await showReply(removal.mutateAsync({ uniqueId }))
  }
  return (
    <RowMenu name={nameOf(person)}>
      <Menu.Item
        disabled={state === 'WAITING'}
        onClick={() => void showReply(resend.mutateAsync({ uniqueId }))}
        leftSection={<IconMailForward size={16} aria-hidden />}
      >
        {t('Send again')}
      </Menu.Item>
      <Menu.Item onClick={() => void remove()} leftSection={<IconUserMinus size={16} aria-hidden />}>
        {t('Remove')}
      </Menu.Item>
    </RowMenu>
  )
}

const menuOf = (person: Invitation) => <PersonMenu person={person} />

const AnswerBadge = ({ answer }: Pick<Invitation, 'answer'>) => {
  const t = useText()
  if (answer === 'ACCEPTED') return <Badge color="green">{t('Accepted')}</Badge>
  if (answer === 'DECLINED') return <Badge color="red">{t('Declined@@invitation')}</Badge>
  return <Badge color="ink">{t('No answer')}</Badge>
}

const MailState = ({ state, problem }: Pick<Invitation, 'state' | 'problem'>) => {
  const t = useText()
  const words = { WAITING: t('Waiting'), SENT: t('Sent'), UNCERTAIN: t('May have arrived'), FAILED: t('Not sent') }
  return <Clip lines={2}>{problem ? `${words[state]}: ${t(problem)}` : words[state]}</Clip>
}
