import { isStaff } from '@tradewind/contract/roles'
import { useCall } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'

/** The name of a user, by their id. Members know only themselves. */
export const PersonName = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const actor = useActor()
  if (isStaff(actor)) return <StaffName uniqueId={uniqueId} />
  return uniqueId === actor.uniqueId ? actor.fullName || '…' : t('N/A')
}

const staff = { sort: 'fullName', closed: 'true', page: 0, size: 500 } as const

/** The staff are read once, for all rows of a list. */
const StaffName = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const { data, isLoading } = useCall('GET /api/admin/options', staff)
  const found = data?.rows.find((person) => person.uniqueId === uniqueId)
  const isBeyond = data !== undefined && !found && data.total > data.rows.length
  const one = useCall('GET /api/admin/options', { uniqueId }, { enabled: isBeyond })
  if (isLoading || one.isLoading) return '…'
  return found?.fullName ?? one.data?.rows[0]?.fullName ?? t('former user')
}
