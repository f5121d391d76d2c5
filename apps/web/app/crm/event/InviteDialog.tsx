import { Button, Group, Stack, Text } from '@mantine/core'
import type { Event } from '@tradewind/contract/crm/event.contract'
import { useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { AddressesInput, wrongAmong } from '#ui/form/AddressesInput'
import { ErrorSummary } from '#ui/form/notices'
import { useToast } from '#ui/page/toast'
import { SeekSeveral } from '#ui/picker/Seek'

interface InviteDialogProps {
  opened: boolean
  event: Event
  onClose: () => void
}

/** Asks whom to invite to an event: contacts, colleagues, and addresses that are typed. */
export const InviteDialog = ({ opened, event, onClose }: InviteDialogProps) => {
  const t = useText()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('Invite people')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
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
const nameOf = ({ fullName }: Person) => fullName

/** What is chosen, and how it is sent. */
const useInvite = (event: Event, onDone: () => void) => {
  const toast = useToast()
  const [contacts, setContacts] = useState<readonly Person[]>([])
  const [users, setUsers] = useState<readonly Person[]>([])
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<Failure | null>(null)
  const { mutateAsync, isPending } = useSend('POST /api/event/invite/:uniqueId', { changes: ['event'] })
  const submit = async () => {
    if (wrongAmong(addresses)) return
    setFailure(null)
    const chosen = { contacts: idsOf(contacts), users: idsOf(users), addresses: [...addresses] }
    try {
      toast.reply(await mutateAsync({ uniqueId: event.uniqueId, ...chosen }))
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
        <SeekSeveral
          id="contacts"
          label={labels.contacts}
          route="GET /api/contact/"
          asked={{ sort: 'lastName' }}
          refOf={personOf}
          nameOf={nameOf}
          value={invite.contacts}
          onChange={invite.setContacts}
          error={faultOf('contacts')}
        />
        <SeekSeveral
          id="users"
          label={labels.users}
          route="GET /api/admin/options"
          asked={{ sort: 'fullName' }}
          refOf={personOf}
          nameOf={nameOf}
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
        <Group>
          <Button type="submit" loading={invite.isPending}>
            {t('Invite')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
