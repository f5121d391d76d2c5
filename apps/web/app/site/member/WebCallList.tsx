import { Button } from '@mantine/core'
import { IconClock, IconEye, IconVideo } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { plans } from '@tradewind/contract/plan'
import { isStaff } from '@tradewind/contract/roles'
import type { WebCall } from '@tradewind/contract/site/member/webCall.contract'
import { BOOK_DAYS, webCallFields, webCallStateNames } from '@tradewind/contract/site/member/webCall.fields'
import { webCallPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { formatMoment } from '#ui/values/dates'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ViewedList } from '#ui/view/ViewedList'
import { PlansButton, RemainingQuota } from './RemainingQuota.tsx'

export const handle = { name: phrase('Web calls') }

/** The conditions of the calls ahead and of those that are over. */
const times = { AHEAD: `startsAt:inNext:${BOOK_DAYS + 1}`, OVER: 'startsAt:inLast:3650' } as const

const formerFilters = {
  time: (time: string) => (time === 'AHEAD' ? times.AHEAD : times.OVER),
  state: (state: string) => `state:is:${state}`,
}

const checkAccess = guard({ rules: webCallPolicy.see })
export const clientLoader = (visit: { request: Request }) => checkAccess(visit) ?? redirectFormerFilters(visit, formerFilters)

/** The fields of a member's own calls. */
const { member: _, ...ownFields } = webCallFields

const renderers = {
  startsAt: ({ startsAt }: WebCall) => formatMoment(startsAt),
  host: ({ host }: WebCall) => host.fullName,
  state: ({ state }: WebCall) => <StateBadge state={state} />,
}

/** Booked or cancelled, as a word and a colour. */
export const StateBadge = ({ state }: Pick<WebCall, 'state'>) => {
  const t = useText()
  return <Badge color={state === 'BOOKED' ? 'green' : 'gray'}>{t(webCallStateNames[state])}</Badge>
}

/** Web calls: a member's own with the remaining number of the plan, or those of the staff. */
export default function WebCallList() {
  const t = useText()
  const actor = useActor()
  const staff = isStaff(actor)
  const { columns } = useFields(webCallFields)
  return (
    <ViewedList
      kind="webCall"
      title={t('Web calls')}
      policy={webCallPolicy}
      columns={columns(renderers).filter(({ field }) => staff || (field as string) !== 'member')}
      nameOf={({ about }) => about}
      fields={staff ? webCallFields : ownFields}
      filters={{}}
      sort="-startsAt"
      createText={t('Book a web call')}
      actions={
        <>
          {can(actor, webCallPolicy.create) && <RemainingCalls />}
          <TimeLinks />
          {can(actor, webCallPolicy.hours) && <MyHours variant="default" />}
        </>
      }
      menuOf={menuOf}
      empty={{
        icon: IconVideo,
        title: t('No web calls yet'),
        text: useEmptyText(),
        children: <EmptyButton />,
      }}
    />
  )
}

/** What the empty list says to staff, to members who may book, and to members of a smaller plan. */
const useEmptyText = () => {
  const t = useText()
  const actor = useActor()
  if (isStaff(actor)) return t('Say in My hours when members can book calls with you. What they book is listed here.')
  if (can(actor, webCallPolicy.create)) return t('Book half an hour with one of our consultants, at a time that suits you.')
  const { name } = plans.find(({ webCalls }) => webCalls > 0)!
  return t('Web calls are included in the plan {plan} and above.', { plan: t(name) })
}

/** What staff and members of a smaller plan can do about it. */
const EmptyButton = () => {
  const actor = useActor()
  if (can(actor, webCallPolicy.hours)) return <MyHours variant="filled" />
  return !isStaff(actor) && !can(actor, webCallPolicy.create) && <PlansButton />
}

/** Links to the calls ahead, the next one first, and to those that are over, the latest first. */
const TimeLinks = () => {
  const t = useText()
  const at = useArea()
  return (
    <>
      <Button component={Link} to={at(`webCall/list?sort=startsAt&where=${times.AHEAD}`)} variant="default">
        {t('Ahead')}
      </Button>
      <Button component={Link} to={at(`webCall/list?sort=-startsAt&where=${times.OVER}`)} variant="default">
        {t('Over')}
      </Button>
    </>
  )
}

const RemainingCalls = () => <RemainingQuota quota={useCall('GET /api/webCall/remaining', {}).data} />

const MyHours = ({ variant }: { variant: 'default' | 'filled' }) => {
  const t = useText()
  const at = useArea()
  return (
    <Button component={Link} to={at('webCall/hours')} variant={variant} leftSection={<IconClock size={16} aria-hidden />}>
      {t('My hours')}
    </Button>
  )
}

const menuOf = (call: WebCall) => <CallMenu call={call} />

const CallMenu = ({ call }: { call: WebCall }) => {
  const t = useText()
  const at = useArea()
  return (
    <RowMenu name={formatMoment(call.startsAt) ?? call.about}>
      <Menu.Item component={Link} to={at(`webCall/show/${call.uniqueId}`)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
    </RowMenu>
  )
}
