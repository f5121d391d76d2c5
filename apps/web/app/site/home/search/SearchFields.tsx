import { deliveryPeriods } from '@tradewind/contract/site/lead.words'
import { useText } from '#kit/text'
import type { CountryOption } from '#site/enquiry/countries'
import { ChoiceField } from './ChoiceField.tsx'
import { ServiceField } from './ServiceField.tsx'

interface SearchFieldsProps {
  /** How many services are chosen. */
  count: number
  markets: readonly CountryOption[]
  faults: Readonly<Record<string, string>>
}

export const SearchFields = ({ count, markets, faults }: SearchFieldsProps) => {
  const t = useText()
  const errorOf = (field: string) => faults[field] && t(faults[field])
  return (
    <>
      <ServiceField count={count} error={errorOf('services')} />
      <ChoiceField
        label={t('Target country')}
        name="country"
        none={t('Choose a country')}
        options={markets.map(({ code, name }) => [code, name])}
        error={errorOf('country')}
      />
      <ChoiceField
        label={t('Delivery period')}
        name="deliveryPeriod"
        none={t('Choose a delivery period')}
        options={Object.entries(deliveryPeriods).map(([key, name]) => [key, t(name)])}
        error={errorOf('deliveryPeriod')}
      />
    </>
  )
}
