import { LEVEL3 } from '@tradewind/contract/roles'
import { useCall } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { useRoles } from '#kit/session'
import { useZone } from '#kit/zone'
import { today } from '#ui/values/dates'
import { type Asked, askedBy, fields, saidBy } from './kpi.ts'

/** What the address asks for, how that is changed, and what the server says to it. Any change begins at the first page. */
export const useKpi = () => {
  const day = today(useZone())
  const byUserAlone = useRoles().includes(LEVEL3[0])
  const address = useListAddress({ filters: fields, sort: '' })
  const said = askedBy(address.filters, day)
  const asked: Asked = byUserAlone ? { ...said, filterType: 'USER' } : said
  const counted = useCall('GET /api/dashboard/reportsKpi', { ...asked, page: address.page - 1 }, { keeps: true })
  return {
    asked,
    counted,
    byUserAlone,
    page: address.page,
    usual: askedBy({ filterType: '', dateFrom: '', dateTo: '', size: address.filters.size }, day),
    change: (next: Asked) => address.change({ filters: saidBy(next, day) }),
    addressOf: (page: number) => address.addressAfter({ page }),
  }
}
export type Kpi = ReturnType<typeof useKpi>
