import { isStaff } from '@tradewind/contract/roles'
import { useCall } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'

/** The name of a user, by their id. The staff are read once, for all rows of a list. Members know only themselves. */
export const PersonName = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const actor = useActor()
  const mayRead = isStaff(actor)
  const { data, isLoading } = useCall('GET /api/admin/options', { sort: 'fullName', page: 0, size: 500 }, { enabled: mayRead })
  const found = data?.rows.find((person) => person.uniqueId === uniqueId)
  // Somebody beyond these, or whose account is closed.
  const one = useCall('GET /api/admin/options', { uniqueId }, { enabled: data !== undefined && !found })
  if (!mayRead) return uniqueId === actor.uniqueId ? actor.fullName || '…' : t('N/A')
  if (isLoading || one.isLoading) return '…'
  return found?.fullName ?? one.data?.rows[0]?.fullName ?? t('former user')
}
