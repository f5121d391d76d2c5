import { Group, Radio, TextInput } from '@mantine/core'
import { useText } from '#kit/text'
import { type CompanyType, typeNames } from '@tradewind/contract/crm/company.words'
import { CountrySelect } from '#ui/form/CountrySelect'
import { RecordSelect } from '#ui/form/RecordSelect'
import { MultiPicker } from '#ui/picker/MultiPicker'
import type { Field } from './fields.ts'

/** A new company, or one that is there. */
export const CompanyPart = ({ field }: { field: Field }) => {
  const t = useText()
  const { value: isNew, onChange } = field('isNew')
  return (
    <>
      <Radio.Group aria-label={t('Company')} value={isNew ? 'new' : 'there'} onChange={(chosen) => onChange(chosen === 'new')}>
        <Group>
          <Radio value="new" label={t('A new company')} />
          <Radio value="there" label={t('One that is there')} />
        </Group>
      </Radio.Group>
      {isNew ? <NewCompany field={field} /> : <RecordSelect {...field('companyId')} kind="company" by="legalName" />}
    </>
  )
}

const allTypes = Object.keys(typeNames) as CompanyType[]

const NewCompany = ({ field }: { field: Field }) => {
  const t = useText()
  const [legalName, website, country, types] = [field('legalName'), field('website'), field('country'), field('companyTypeList')]
  return (
    <>
      <TextInput {...legalName} autoComplete="off" onChange={(event) => legalName.onChange(event.currentTarget.value)} />
      <CountrySelect {...country} onChange={(chosen) => country.onChange(typeof chosen === 'string' ? chosen : '')} />
      <TextInput
        {...website}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        onChange={(event) => website.onChange(event.currentTarget.value)}
      />
      <MultiPicker
        {...types}
        onChange={(given) => types.onChange(given as CompanyType[])}
        data={allTypes.map((value) => ({ value, label: t(typeNames[value]) }))}
      />
    </>
  )
}
