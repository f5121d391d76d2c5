import { Stack } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import {
  caseKinds,
  caseNames,
  type CaseState,
  caseStateNames,
  caseStates,
  removalNames,
} from '@tradewind/contract/trust/reviewCase.constants'
import type { ReviewCase } from '@tradewind/contract/trust/reviewCase.contract'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Filters } from '#ui/list/Filters'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'

export const handle = { name: phrase('Reported reviews') }
export const clientLoader = guard({ rules: reviewPolicy.decide })

const colours = { OPEN: 'ink', KEPT: 'green', REMOVED: 'gray' } as const satisfies Record<CaseState, string>

/** The decision on a case, or that it is open. */
export const CaseStateBadge = ({ state }: Pick<ReviewCase, 'state'>) => {
  const t = useText()
  return <Badge color={colours[state]}>{t(caseStateNames[state])}</Badge>
}

const columnsIn = (t: Translate, figure: (value: number) => string): Column<ReviewCase>[] => [
  { field: 'kind', head: t('What was noticed'), show: ({ kind }) => t(caseNames[kind]) },
  { field: 'company', head: t('Company Name'), show: ({ companyName }) => <Clip>{companyName ?? ''}</Clip>, width: '22%' },
  { field: 'count', head: t('How often'), show: ({ count }) => figure(count), figures: true, width: '11%' },
  { field: 'reason', head: t('Reason'), show: ({ reason }) => (reason ? t(removalNames[reason]) : ''), width: '18%' },
  { field: 'state', head: t('State'), show: ({ state }) => <CaseStateBadge state={state} />, width: '13%' },
  {
    field: 'dateCreated',
    head: t('Date Created'),
    show: ({ dateCreated }) => <Day at={dateCreated} />,
    sorts: true,
    width: '13%',
  },
]

const filterNames = ['state', 'kind'] as const

const filtersIn = (t: Translate) => ({
  state: { label: t('State'), choices: caseStates.map((state) => ({ value: state, label: t(caseStateNames[state]) })) },
  kind: { label: t('What was noticed'), choices: caseKinds.map((kind) => ({ value: kind, label: t(caseNames[kind]) })) },
})

/** Cases: reported remarks, and answers that look made up. Each waits for a decision. */
export default function CaseList() {
  const t = useText()
  const figure = useFormatCount()
  const at = useArea()
  const listing = useListing('GET /api/reviewCase/', { filters: filterNames, sort: '-dateCreated' })
  const { address, list, isFiltered, table } = listing
  return (
    <Stack gap="md">
      <PageHeader title={t('Reported reviews')} count={list.data?.total} />
      {(isFiltered || list.data?.total !== 0) && (
        <Filters filters={filtersIn(t)} applied={address.filters} onApply={(chosen) => address.change({ filters: chosen })} />
      )}
      <Paged of={listing} empty={isFiltered ? <EmptyState onClear={address.clear} /> : <NoCases />}>
        {(rows) => (
          <Rows
            label={t('Reported reviews')}
            rows={rows}
            columns={columnsIn(t, figure)}
            keyOf={({ uniqueId }) => uniqueId}
            linkOf={({ uniqueId }) => at(`reviewCase/show/${uniqueId}`)}
            {...table}
          />
        )}
      </Paged>
    </Stack>
  )
}

const NoCases = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconFlag}
      title={t('Nothing was reported')}
      text={t(
        'Remarks that visitors reported and answers that look made up are shown here. Nothing is removed until you decide.',
      )}
    />
  )
}
