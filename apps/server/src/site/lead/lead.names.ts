import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { plans } from '@tradewind/contract/plan'
import type { Lead } from '#site/schema/lead.table'

export const planNameOf = ({ plan }: Pick<Lead, 'plan'>) => plans.find(({ key }) => key === plan)?.name ?? ''
export const countryOf = (code: string | null) => (code ? countryName(code as CountryCode) : '')
