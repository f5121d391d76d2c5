import { type CustomDefinition, specOfCustom } from '@tradewind/contract/kit/custom/custom.fields'
import { isStaff } from '@tradewind/contract/roles'
import { useCall } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { valueShown } from '#ui/entity/values'

interface CustomValueProps {
  definition: CustomDefinition
  value: unknown
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What a record holds in a field that the tenant has added, as lists and pages show it. */
export const CustomValue = ({ definition, value }: CustomValueProps) => {
  const t = useText()
  const language = useLanguage()
  if (isEmpty(value)) return t('N/A')
  if (definition.type === 'PERSON') return <PersonName uniqueId={String(value)} />
  return valueShown(specOfCustom(definition), value, { t, language })
}

/** Somebody's name. The staff are read once, for all rows of a list. */
const PersonName = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const mayAsk = isStaff(useActor())
  const { data, isLoading } = useCall('GET /api/admin/options', { sort: 'fullName', page: 0, size: 500 }, { enabled: mayAsk })
  const found = data?.rows.find((person) => person.uniqueId === uniqueId)
  const isBeyond = data !== undefined && !found && data.total > data.rows.length
  const one = useCall('GET /api/admin/options', { uniqueId }, { enabled: isBeyond })
  if (!mayAsk) return t('N/A')
  if (isLoading || one.isLoading) return '…'
  return found?.fullName ?? one.data?.rows[0]?.fullName ?? t('former user')
}
