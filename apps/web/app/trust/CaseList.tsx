import { Stack } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { caseNames, type CaseState, caseStateNames } from '@tradewind/contract/trust/reviewCase.constants'
import type { ReviewCase } from '@tradewind/contract/trust/reviewCase.contract'
import { caseFields } from '@tradewind/contract/trust/reviewCase.fields'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ListPart } from '#ui/view/ListPart'

export const handle = { name: phrase('Reported reviews') }

const formerFilters = {
  state: (state: string) => `state:is:${state}`,
  kind: (kind: string) => `kind:is:${kind}`,
}

const checkAccess = guard({ rules: reviewPolicy.decide })
export const clientLoader = (visit: { request: Request }) => checkAccess(visit) ?? redirectFormerFilters(visit, formerFilters)

const colours = { OPEN: 'ink', KEPT: 'green', REMOVED: 'gray' } as const satisfies Record<CaseState, string>

/** The decision on a case, or that it is open. */
export const CaseStateBadge = ({ state }: Pick<ReviewCase, 'state'>) => {
  const t = useText()
  return <Badge color={colours[state]}>{t(caseStateNames[state])}</Badge>
}

const renderers = { state: ({ state }: ReviewCase) => <CaseStateBadge state={state} /> }

const headOf = ({ total }: { total: number | undefined }) => <Head total={total} />

const Head = ({ total }: { total: number | undefined }) => {
  const t = useText()
  return <PageHeader title={t('Reported reviews')} count={total} />
}

/** Cases: reported remarks, and answers that look made up. Each waits for a decision. */
export default function CaseList() {
  const t = useText()
  const at = useArea()
  const { columns } = useFields(caseFields)
  return (
    <Stack gap="sm">
      <ListPart
        kind="reviewCase"
        route="GET /api/reviewCase/"
        fixedInput={{}}
        sort="-dateCreated"
        columns={columns<ReviewCase>(renderers)}
        fields={caseFields}
        label={t('Reported reviews')}
        nameOf={({ kind }) => t(caseNames[kind])}
        linkOf={({ uniqueId }) => at(`reviewCase/show/${uniqueId}`)}
        empty={<NoCases />}
        hasRecords
        hasSearch={false}
        head={headOf}
      />
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
