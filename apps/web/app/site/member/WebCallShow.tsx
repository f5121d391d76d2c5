import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isStaff } from '@tradewind/contract/roles'
import type { WebCall } from '@tradewind/contract/site/member/webCall.contract'
import { webCallFields } from '@tradewind/contract/site/member/webCall.fields'
import { webCallPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useFields } from '#ui/entity/useFields'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { Card } from '#ui/page/Card'
import { useToast } from '#ui/page/toast'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { formatMoment } from '#ui/values/dates'
import { StateBadge } from './WebCallList.tsx'

const nameOf = ({ startsAt }: Pick<WebCall, 'startsAt'>) => formatMoment(startsAt) ?? ''

export const handle = { name: phrase('Web call') }
export const clientLoader = guard({ rules: webCallPolicy.see })

/** A call as both participants see it: when, with whom, about what, and where. */
export default function WebCallShow() {
  const t = useText()
  return (
    <DetailPage kind="webCall" policy={webCallPolicy} listTitle={t('Web calls')} nameOf={nameOf} actions={actionsOf}>
      {(call) => (
        <>
          <Panel>
            <CallFacts call={call} />
          </Panel>
          {/* A link that is being typed is kept when something else of the call changes. */}
          <MeetingLink key={call.uniqueId} call={call} />
        </>
      )}
    </DetailPage>
  )
}

/** The policy expects the host's id. */
const toPolicySubject = (call: WebCall) => ({ ...call, hostId: call.host.uniqueId })

const renderers = {
  startsAt: ({ startsAt }: WebCall) => formatMoment(startsAt),
  about: ({ about }: WebCall) => <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{about}</Text>,
  host: ({ host }: WebCall) => host.fullName || null,
  state: ({ state }: WebCall) => <StateBadge state={state} />,
  meetingLink: ({ meetingLink }: WebCall) =>
    meetingLink && (
      <Anchor href={meetingLink} target="_blank" rel="noopener noreferrer" style={{ overflowWrap: 'anywhere' }}>
        {meetingLink}
      </Anchor>
    ),
}

const CallFacts = ({ call }: { call: WebCall }) => {
  const { facts } = useFields(webCallFields)
  const staff = isStaff(useActor())
  return <Facts facts={facts(call, renderers).filter(({ field }) => staff || field !== 'member')} />
}

/** The meeting link: the host sets it, and both participants are notified. */
const MeetingLink = ({ call }: { call: WebCall }) => {
  const t = useText()
  const toast = useToast()
  const actor = useActor()
  const draft = useDraft(`webCall/link/${call.uniqueId}`, call.meetingLink ?? '')
  const { mutateAsync, isPending, error } = useSend('PATCH /api/webCall/link')
  if (call.isOver || call.state !== 'BOOKED' || !can(actor, webCallPolicy.link, toPolicySubject(call))) return null
  const save = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = draft.text
    mutateAsync({ uniqueId: call.uniqueId, meetingLink: sent }).then(
      (reply) => {
        draft.settle(sent, sent)
        return toast.reply(reply)
      },
      () => {}, // the error is shown below the field
    )
  }
  const fault = error && (error.fields['meetingLink'] ?? error.message)
  return (
    <Card title={t('Link of the meeting')} description={t('An address of any service. You will both be notified by email.')}>
      <form noValidate onSubmit={save}>
        {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
        <Group align="flex-start">
          <TextInput
            flex="1 1 240px"
            type="url"
            inputMode="url"
            placeholder="https://"
            aria-label={t('Link of the meeting')}
            value={draft.text}
            onChange={(event) => draft.type(event.currentTarget.value)}
            error={fault && t(fault)}
          />
          <Button type="submit" loading={isPending}>
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Card>
  )
}

const actionsOf = (call: WebCall) => <Actions call={call} />

const Actions = ({ call }: { call: WebCall }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const toast = useToast()
  const { mutateAsync, isPending, error } = useSend('PATCH /api/webCall/cancel/:uniqueId')
  const mayCancel = call.state === 'BOOKED' && (isStaff(actor) ? !call.isOver : call.isOpen)
  const cancel = async () => {
    const isSure = await confirm({
      title: t('Cancel the web call?'),
      text: t('You will both be notified by email, and the time is free again.'),
      recordName: nameOf(call),
      confirmLabel: t('Cancel the web call'),
      cancelLabel: t('Keep it'),
    })
    if (isSure) await mutateAsync({ uniqueId: call.uniqueId }).then(toast.reply, () => {})
  }
  return (
    <>
      {error && <Text c="red">{t(error.message)}</Text>}
      {mayCancel && can(actor, webCallPolicy.cancel, toPolicySubject(call)) && (
        <Button variant="default" loading={isPending} onClick={() => void cancel()}>
          {t('Cancel the web call')}
        </Button>
      )}
      {call.isOpen && can(actor, webCallPolicy.update, call) && (
        <Button component={Link} to={at(`webCall/edit/${call.uniqueId}`)}>
          {t('Move')}
        </Button>
      )}
    </>
  )
}
