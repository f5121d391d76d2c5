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

/** The staff are read once, for all rows of a list. */
const StaffName = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const { data, isLoading } = useCall('GET /api/admin/options', { sort: 'fullName', page: 0, size: 500 })
  const found = data?.rows.find((person) => person.uniqueId === uniqueId)
  // Somebody beyond these, or whose account is closed.
  const one = useCall('GET /api/admin/options', { uniqueId }, { enabled: data !== undefined && !found })
  if (isLoading || one.isLoading) return '…'
  return found?.fullName ?? one.data?.rows[0]?.fullName ?? t('former user')
}
