import { Button, Group, List, LoadingOverlay, ScrollArea, Stack, Text } from '@mantine/core'
import { IconSend, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { AudienceContact } from '@tradewind/contract/trust/review.schemas'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { SearchMultiSelect } from '#ui/form/SearchSelect'
import { Filters } from '#ui/list/Filters'
import { Paged, useListing } from '#ui/list/Paged'
import { SelectionBar } from '#ui/list/SelectionBar'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { useFormatCount } from '#ui/values/figures'
import { contactFilters, type ContactListing, skipNames, useContactFilters } from './audience.filters.ts'
import { AudienceRows, useAudienceSelection } from './AudienceRows.tsx'
import { type CampaignResult, SendOptions, useSendInvitations } from './SendOptions.tsx'

export const handle = { name: phrase('Audience List') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

/** The audience: contacts, when they were last asked or met, and a button to send invitations to those that are selected. */
export default function AudienceList() {
  const t = useText()
  const figure = useFormatCount()
  const filters = useContactFilters()
  const listing = useListing('GET /api/review/audience', { filters: contactFilters, sort: 'lastName' })
  const { list, address, isFiltered } = listing
  const selection = useAudienceSelection(listing.filters)
  const sending = useSendInvitations(selection.selectedKeys, selection.clear)
  const total = list.data?.total
  return (
    <Stack gap="md">
      <PageHeader title={t('Audience List')} count={list.data && figure(list.data)}>
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => void sending.begin()}>
          {t('Send Reviews ({count})', { count: selection.selectedKeys.size })}
        </Button>
      </PageHeader>
      <AddContacts />
      {(isFiltered || total !== 0) && (
        <Filters filters={filters} applied={address.filters} onApply={(chosen) => address.change({ filters: chosen })} />
      )}
      <AudienceTable listing={listing} selection={selection} onSend={() => void sending.begin()} />
      <SendReviews sending={sending} />
    </Stack>
  )
}

interface AudienceTableProps {
  listing: ContactListing<AudienceContact>
  selection: ReturnType<typeof useAudienceSelection>
  onSend: () => void
}

const AudienceTable = ({ listing, selection, onSend }: AudienceTableProps) => {
  const t = useText()
  const isNarrow = useIsNarrow()
  const { address, isFiltered } = listing
  return (
    <>
      <Paged of={listing} empty={isFiltered ? <EmptyState onClear={address.clear} /> : <EmptyAudience />}>
        {(rows) => <AudienceRows rows={rows} listing={listing} selection={selection} />}
      </Paged>
      <SelectionBar count={selection.selectedKeys.size} clear={selection.clear}>
        <Text size="sm" c="dimmed">
          {t('They stay selected on other pages and with other filters.')}
        </Text>
        {/* The button of the header is several screens above the last cards. */}
        {isNarrow && (
          <Button size="compact-sm" onClick={onSend}>
            {t('Send Reviews')}
          </Button>
        )}
      </SelectionBar>
    </>
  )
}

const EmptyAudience = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconUsersGroup}
      title={t('Your audience is empty')}
      text={t('Add some of your contacts above, tick them, and ask them for a review.')}
    />
  )
}

interface ChosenContact {
  uniqueId: string
  name: string
}

/** Adds contacts to the audience: all that are selected; or none, with the reason. */
const AddContacts = () => {
  const t = useText()
  const [chosen, setChosen] = useState<ChosenContact[]>([])
  const adding = useAddContacts(chosen, () => setChosen([]))
  return (
    <Group align="flex-end" gap="xs" role="group" aria-label={t('Add Contacts to Audience List')}>
      <div style={{ flex: '1 1 280px', minWidth: 0, maxWidth: 640 }}>
        <SearchMultiSelect
          label={t('Add Contacts to Audience List')}
          placeholder={chosen.length === 0 ? t('Type a part of a name, company or address') : ''}
          route="GET /api/review/audience/candidates"
          query={{ sort: 'firstName' }}
          refOf={({ uniqueId, fullName, companyName }): ChosenContact => ({ uniqueId, name: `${fullName}, ${companyName}` })}
          nameOf={({ name }) => name}
          value={chosen}
          onChange={(next) => {
            adding.forget()
            setChosen(next)
          }}
          error={adding.reason && t(adding.reason)}
        />
      </div>
      <Button
        variant="default"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        loading={adding.isPending}
        onClick={() => void adding.add()}
      >
        {t('Add to Audience')}
      </Button>
    </Group>
  )
}

const useAddContacts = (chosen: readonly ChosenContact[], onAdded: () => void) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/review/setting')
  const [reason, setReason] = useState('')
  const add = async () => {
    if (chosen.length === 0) {
      const text = t('Please select at least one contact for the audience list!')
      return toast.show({ title: t('Validation'), text, failed: true })
    }
    try {
      const { responseStatus, data } = await send.mutateAsync({ audiences: chosen.map(({ uniqueId }) => uniqueId) })
      toast.show({
        title: t(responseStatus),
        text: data.added > 0 ? t('Added Audience') : t('These contacts were already in your audience.'),
      })
      setReason('')
      onAdded()
    } catch (error) {
      const { fields, message } = failureOf(error)
      setReason(fields['audiences'] ?? message)
      toast.show({ title: t('Added Failed'), text: t('Your contacts were not added to the audience list!'), failed: true })
    }
  }
  return { add, isPending: send.isPending, reason, forget: () => setReason('') }
}

interface SendReviewsProps {
  sending: ReturnType<typeof useSendInvitations>
}

/** The dialog before invitations are sent: recipients, language, text; afterwards it lists who was skipped. */
const SendReviews = ({ sending }: SendReviewsProps) => {
  const t = useText()
  const { isOpen, count, became, close, isPending } = sending
  const dialogTitle = became?.invited === 0 ? t('None of these contacts can be asked right now') : t('Reviews sent')
  return (
    <Dialog
      opened={isOpen}
      onClose={() => !isPending && close()}
      title={became ? dialogTitle : t('Send Reviews ({count})', { count })}
      size="lg"
    >
      <LoadingOverlay visible={isPending} />
      {became ? <Skipped result={became} onClose={close} /> : <SendOptions sending={sending} />}
    </Dialog>
  )
}

/** Maximum number of names that are listed; the rest is given as a number. */
const MAX_NAMES = 200

/** The result of a campaign: how many were invited, and who was skipped, and why. */
const Skipped = ({ result: { invited, skipped }, onClose }: { result: CampaignResult; onClose: () => void }) => {
  const t = useText()
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => end.current?.focus(), [])
  const more = skipped.length - MAX_NAMES
  return (
    <Stack role="status">
      <Text>
        {t('{count} contact is invited.|{count} contacts are invited.', { count: invited })}{' '}
        {t('{count} was left out:|{count} were left out:', { count: skipped.length })}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {skipped.slice(0, MAX_NAMES).map(({ contactId, fullName, because }) => (
            <List.Item key={contactId}>
              {fullName}
              {t(':')} {t(skipNames[because])}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t('and {count} more', { count: more })}</List.Item>}
        </List>
      </ScrollArea.Autosize>
      <ButtonRow>
        <Button ref={end} onClick={onClose}>
          {t('Close')}
        </Button>
      </ButtonRow>
    </Stack>
  )
}
