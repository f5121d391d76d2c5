import type { KpiRow } from '@tradewind/contract/crm/dashboard.contract'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { useNarrow } from '#kit/browser/narrow'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { Rows } from '#ui/list/Rows'
import { columnsOf, namesFirst } from './columns.tsx'
import { aggregationOf } from './kpi.ts'

interface KpiTableProps {
  rows: readonly KpiRow[]
  stale: boolean
  first: number
}

/** The counted reports, in the columns of what they were counted by. */
export const KpiTable = ({ rows, stale, first }: KpiTableProps) => {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  const opensUsers = can(useActor(), userPolicy.list)
  const columns = columnsOf(rows[0] ? aggregationOf(rows[0]) : 'USER', { t, figure, opensUsers })
  const narrow = useNarrow()
  return (
    <Rows
      label={t('Reports KPI')}
      rows={rows}
      columns={narrow ? namesFirst(columns) : columns}
      keyOf={({ userId, companyUID, country }) => userId ?? companyUID ?? country ?? ''}
      first={first}
      stale={stale}
    />
  )
}
